/** Punjabi. */
export const pa = {
    email: "ਈਮੇਲ|ਈ ਮੇਲ",
    username: "ਯੂਜ਼ਰਨੇਮ|ਵਰਤੋਂਕਾਰ ਨਾਮ|ਉਪਭੋਗਤਾ ਨਾਮ",
    password: "ਪਾਸਵਰਡ",
    newPassword: "ਨਵਾਂ ਪਾਸਵਰਡ",
    currentPassword: "ਮੌਜੂਦਾ ਪਾਸਵਰਡ|ਪੁਰਾਣਾ ਪਾਸਵਰਡ",
    repeat: "ਪਾਸਵਰਡ ਦੀ ਪੁਸ਼ਟੀ|ਪਾਸਵਰਡ ਦੁਬਾਰਾ",
    code: "ਓਟੀਪੀ|ਤਸਦੀਕ ਕੋਡ",
    phone: "ਮੋਬਾਈਲ ਨੰਬਰ|ਫ਼ੋਨ ਨੰਬਰ",
    personName: "ਨਾਮ|ਪੂਰਾ ਨਾਮ",
    search: "ਖੋਜੋ",
    login: "ਲੌਗ ਇਨ|ਲਾਗਇਨ|ਸਾਈਨ ਇਨ",
    signUp: "ਰਜਿਸਟਰ|ਖਾਤਾ ਬਣਾਓ",
    forgot: "ਪਾਸਵਰਡ ਭੁੱਲ ਗਏ",
    verify: "ਪੁਸ਼ਟੀ ਕਰੋ",
};
