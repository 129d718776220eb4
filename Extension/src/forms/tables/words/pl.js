/** Polish. */
export const pl = {
    email: "e mail|email|adres e mail|adres email|poczta|mail|adres poczty|adres poczty elektronicznej|" +
        "adres mailowy",
    username: "nazwa użytkownika|użytkownik|login|identyfikator|nazwa konta|nick|id użytkownika|" +
        "numer użytkownika|nik|identyfikator użytkownika|nazwa logowania|login lub e mail|" +
        "numer klienta lub alias|e mail lub login|nazwa użytkownika lub e mail|adres e mail lub login",
    accountNumber: "numer klienta|id klienta|numer abonenta|nr klienta|numer albumu|numer identyfikacyjny|" +
        "numer karty czytelnika|numer czytelnika|numer indeksu",
    nickname: "pseudonim|ksywka",
    loginWord: "konto|logowania",
    password: "hasło|kod dostępu|hasła|pin do konta|twoje hasło|hasło dostępu",
    newPassword: "hasło do nowego konta|hasło do konta|nowe hasło|utwórz hasło|wybierz hasło|ustaw hasło|" +
        "wymyśl hasło|podaj nowe hasło|stwórz hasło|wpisz nowe hasło|ustal hasło",
    currentPassword: "obecne hasło|stare hasło|aktualne hasło|dotychczasowe hasło|bieżące hasło|" +
        "poprzednie hasło",
    repeat: "powtórz|potwierdź|ponownie|jeszcze raz|potwierdzenie|powtórz hasło|potwierdź hasło|powtórzenie|" +
        "powtórz nowe hasło|hasło ponownie|potwierdź nowe hasło",
    code: "kod weryfikacyjny|kod sms|kod jednorazowy|hasło jednorazowe|kod potwierdzający|kod autoryzacyjny|" +
        "kod uwierzytelniający|kod bezpieczeństwa|hasło sms|kod logowania|6 cyfrowy kod|kod z sms|" +
        "kod z aplikacji|kod dwuetapowy|kod odzyskiwania|6 cyfr|kod z smsa|smskod",
    bareCode: "kod|pin|cyfry|wpisz kod|wprowadź kod|podaj kod|kod aktywacyjny",
    phone: "telefon|numer telefonu|telefon komórkowy|komórka|nr telefonu|numer komórkowy|kierunkowy|tel",
    personName: "imię|nazwisko|imię i nazwisko|pełne imię|nazwa firmy|twoje imię|imiona|posiadacz karty|" +
        "nazwisko rodowe",
    address: "adres|ulica|miasto|kraj|miejscowość|województwo|numer domu|numer mieszkania|nr domu|nr lokalu|" +
        "dzielnica|adres dostawy|lokalizacja|powiat|gmina",
    postal: "kod pocztowy",
    cardNumber: "numer karty|karta kredytowa|data ważności|ważna do|iban|numer konta bankowego|numer rachunku|" +
        "karta podarunkowa",
    cardCode: "kod cvv|cvv|cvc|kod cvc|kod zabezpieczający karty|kod bezpieczeństwa karty",
    birth: "data urodzenia|urodziny|dzień|miesiąc|rok|wiek|dd mm rrrr|data|rok urodzenia|przyjazd|wyjazd",
    coupon: "kod rabatowy|kod promocyjny|kupon|rabat|bon|kod polecający|kod zaproszenia|numer zamówienia|" +
        "kod kuponu|voucher|numer rezerwacji|kod rezerwacji|numer przesyłki|bon podarunkowy|numer faktury|" +
        "kod blik|blik|6 cyfrowy kod blik|cyfrowy kod blik|kod do biletu|karta podarunkowa|kod odbioru|" +
        "numer biletu",
    captcha: "przepisz kod|kod z obrazka|znaki z obrazka|tekst z obrazka|nie jestem robotem|ile to jest|" +
        "przepisz tekst|przepisz znaki|litery z obrazka|ile to|wynik działania",
    answer: "pytanie bezpieczeństwa|pytanie pomocnicze|odpowiedź|pytanie|tajne pytanie|podpowiedź",
    search: "szukaj|wyszukaj|wyszukiwanie|szukana fraza|słowa kluczowe|czego szukasz|znajdź|filtruj|szukaj w",
    company: "firma|stanowisko|tytuł|płeć|zawód|organizacja|język|dział|branża|uczelnia",
    machine: "serwer|nazwa hosta|baza danych|brama|adres ip|nazwa sieci|" +
        "port|host|serwer poczty|serwer proxy|użytkownik bazy|nazwa bazy|kamera ip",
    amount: "kwota|ilość|cena|liczba|suma|darowizna|dorośli|dzieci|osoby",
    message: "wiadomość|komentarz|temat|opis|treść|uwagi|notatka|treść wiadomości",
    website: "strona internetowa|strona www|adres strony|www|link",
    nationalId: "pesel|nip|regon|numer dowodu|paszport|dowód osobisty|numer rejestracyjny|numer paszportu",
    key: "klucz api|tajny klucz|token dostępu|hasło wifi|hasło do wifi|klucz licencyjny|hasło do wi fi|" +
        "hasło wi fi|hasło do sieci|hasło do archiwum|kod zapasowy|kod odzyskiwania|" +
        "hasło do pliku|hasło szyfrowania|klucz sieciowy|kod puk|hasło do bazy|hasło linku|hasło do udziału|" +
        "fraza odzyskiwania|klucz szyfrowania|hasło do spotkania",
    decoy: "pozostaw puste|nie wypełniaj|zostaw puste",
    login: "zaloguj|zaloguj się|logowanie|login|mam już konto|moje konto|zalogować|panel klienta|" +
        "strefa klienta|logowanie do|witaj ponownie|zaloguj mnie|wejdź",
    signUp: "zarejestruj|zarejestruj się|rejestracja|załóż konto|utwórz konto|stwórz konto|nowe konto|dołącz|" +
        "nowy użytkownik|zakładanie konta|rejestruj|dołącz do nas|nowy klient|zapisz się|otwórz konto|" +
        "dodaj użytkownika|nowy użytkownik systemu|utwórz użytkownika",
    changePassword: "zmień hasło|zmiana hasła|zmienić hasło|aktualizuj hasło|zapisz hasło|edytuj hasło|" +
        "zmień swoje hasło",
    resetPassword: "zresetuj hasło|resetuj hasło|odzyskaj hasło|przypomnij hasło|resetowanie hasła|" +
        "odzyskiwanie hasła|odzyskiwanie konta|przypomnienie hasła|reset hasła|odzyskaj konto",
    forgot: "zapomniałeś hasła|nie pamiętasz hasła|zapomniałem hasła|zapomniałeś|nie pamiętam hasła|" +
        "zapomniane hasło|zapomniałam|nie pamiętasz|problem z logowaniem|zapomniałem|nie pamiętam",
    remember: "zapamiętaj mnie|pamiętaj mnie|nie wylogowuj|zapamiętaj|pozostań zalogowany|loguj automatycznie|" +
        "nie wylogowuj mnie|pozostaw zalogowanym|zaufane urządzenie",
    terms: "regulamin|akceptuję|polityka prywatności|zgadzam się|wyrażam zgodę|warunki|zapoznałem się|" +
        "oświadczam",
    haveAccount: "masz już konto|mam już konto|posiadasz już konto|masz konto|jesteś już zarejestrowany|" +
        "posiadasz konto",
    noAccount: "nie masz konta|nie masz jeszcze konta|nie posiadasz konta|nowy użytkownik|nie mam konta|" +
        "nowy klient|pierwszy raz|jesteś nowy|nie posiadasz jeszcze konta|nie masz jeszcze",
    subscribe: "newsletter|subskrybuj|zapisz się do newslettera|zapisz się na newsletter|bądź na bieżąco|" +
        "otrzymuj|subskrypcja|zapisz do newslettera|promocje na e mail",
    contact: "kontakt|skontaktuj się|wyślij wiadomość|dodaj komentarz|formularz kontaktowy|napisz do nas|" +
        "opublikuj komentarz|zapytaj|wyślij zapytanie|zapytanie|opinia|umów wizytę|ankieta|wycena",
    checkout: "zamówienie|płatność|dostawa|kup|koszyk|zapłać|złóż zamówienie|bez rejestracji|jako gość|kasa|" +
        "kup teraz|zakupy bez rejestracji|faktura|wesprzyj",
    verify: "weryfikacja|zweryfikuj|potwierdź|weryfikacja dwuetapowa|wyślij ponownie|wysłaliśmy kod|" +
        "potwierdź kod|wpisz kod|uwierzytelnianie dwuskładnikowe|weryfikacja tożsamości|nie otrzymałeś kodu|" +
        "logowanie dwuetapowe|autoryzuj|wprowadź kod|podaj kod|wysłaliśmy sms|przesłany kod|otrzymany kod",
    updateEmail: "zmień e mail|zmień adres e mail|nowy e mail|nowy adres e mail|zmiana adresu e mail|" +
        "zmień email|nowy email",
    deleteAccount: "usuń konto|usunąć konto|zamknij konto|usuwanie konta",
    unlock: "podaj hasło aby|odblokuj|zablokowane|" +
        "potwierdź hasłem|wpisz hasło aby",
    settings: "ustawienia sieci|szyfrowanie|test połączenia|ustawienia wi fi|" +
        "ustawienia poczty|ustawienia serwera|serwer poczty|ustawienia routera|testuj połączenie|sprawdź połączenie|" +
        "zaszyfruj|konto pocztowe|sieć bezprzewodowa",
    connect: "połącz|połącz się",
    save: "zapisz|zapisz zmiany|dodaj|zastosuj",
};
