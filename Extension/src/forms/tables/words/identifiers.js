/** Names and IDs that pages in English take from other languages, and those that no language calls its own. */
export const identifiers = {
    username: "login|benutzername|anmeldename|usuario|utilisateur|identifiant|usuário|utente|nomeutente|gebruikersnaam|" +
        "gebruiker|uzytkownik|uzivatel|felhasznalo|utilizator|kullanici|kullaniciadi|käyttäjätunnus|anvandarnamn|" +
        "brugernavn|brukernavn|korisnik|tendangnhap",
    email: "correo|courriel|emailadresse|poczta|eposta",
    password: "passwort|kennwort|contrasena|contrasenia|contraseña|motdepasse|mdp|senha|parola|wachtwoord|haslo|" +
        "hasło|heslo|jelszo|sifre|salasana|losenord|adgangskode|passord|lozinka|matkhau|katasandi",
};
