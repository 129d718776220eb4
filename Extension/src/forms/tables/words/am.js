/** Amharic. */
export const am = {
    email: "ኢሜይል|ኢሜል",
    username: "የተጠቃሚ ስም|የተጠቃሚ መለያ",
    password: "የይለፍ ቃል|ይለፍ ቃል|የሚስጥር ቃል|የሚስጥር ቁጥር",
    newPassword: "አዲስ የይለፍ ቃል",
    currentPassword: "የአሁኑ የይለፍ ቃል|የድሮ የይለፍ ቃል",
    repeat: "የይለፍ ቃል አረጋግጥ|የይለፍ ቃል ያረጋግጡ|የይለፍ ቃል ድገም",
    code: "የማረጋገጫ ኮድ",
    bareCode: "ኮድ",
    phone: "ስልክ ቁጥር|ስልክ",
    personName: "ስም|ሙሉ ስም|የአባት ስም",
    search: "ፈልግ",
    login: "ግባ|ይግቡ|መግቢያ",
    signUp: "ተመዝገብ|ይመዝገቡ|መለያ ፍጠር",
    forgot: "የይለፍ ቃል ረሱ|የይለፍ ቃል ረሳሁ|የይለፍ ቃልዎን ረሱ",
    verify: "አረጋግጥ|ያረጋግጡ|ተልኳል",
};
