/** Afrikaans. */
export const af = {
    email: "e posadres|epos|e pos",
    username: "gebruikersnaam",
    password: "wagwoord",
    newPassword: "nuwe wagwoord|skep n wagwoord",
    currentPassword: "huidige wagwoord|ou wagwoord",
    repeat: "bevestig wagwoord|herhaal wagwoord",
    code: "verifikasiekode|eenmalige kode",
    phone: "selfoonnommer|telefoonnommer",
    login: "teken in|meld aan",
    signUp: "registreer|skep rekening|skep n rekening",
    forgot: "wagwoord vergeet|het jy jou wagwoord vergeet",
};
