/** Serbian in Cyrillic letters. */
export const sr = {
    email: "имејл|имејл адреса|е пошта|адреса е поште|е маил|електронска пошта|имејл или телефон|мејл|" +
        "ваш имејл|адреса електронске поште|е маил адреса|" +
        "imejl|imejl adresa|e pošta|adresa e pošte|e mail|elektronska pošta|imejl ili telefon|mejl|vaš imejl|" +
        "adresa elektronske pošte|e mail adresa",
    username: "корисничко име|корисник|кориснички налог|корисничко име или имејл|корисничко име или е пошта|" +
        "име за пријаву|имејл или корисничко име|" +
        "korisničko ime|korisnik|korisnički nalog|korisničko ime ili imejl|korisničko ime ili e pošta|ime za prijavu|" +
        "imejl ili korisničko ime",
    cardCode: "cvv код|cvv kod",
    accountNumber: "број клијента|број купца|чланска карта|број индекса|матични број|клијентски број|" +
        "број уговора|" +
        "broj klijenta|broj kupca|članska karta|broj indeksa|matični broj|klijentski broj|broj ugovora",
    nickname: "надимак|" +
        "nadimak",
    password: "лозинка|лозинку|шифра|шифру|лозинке|ваша лозинка|шифре|" +
        "lozinka|lozinku|šifru|lozinke|vaša lozinka|šifre",
    newPassword: "нова лозинка|нова шифра|изаберите лозинку|нову лозинку|направите лозинку|" +
        "унесите нову лозинку|одаберите лозинку|креирајте лозинку|" +
        "nova lozinka|nova šifra|izaberite lozinku|novu lozinku|napravite lozinku|unesite novu lozinku|" +
        "odaberite lozinku|kreirajte lozinku",
    currentPassword: "тренутна лозинка|стара лозинка|садашња лозинка|постојећа лозинка|тренутну лозинку|" +
        "стара шифра|" +
        "trenutna lozinka|stara lozinka|sadašnja lozinka|postojeća lozinka|trenutnu lozinku|stara šifra",
    repeat: "поновите лозинку|потврдите лозинку|потврда лозинке|понови лозинку|поновљена лозинка|" +
        "поново унесите лозинку|потврда нове лозинке|лозинка поново|поновите нову лозинку|поновите шифру|" +
        "потврдите шифру|" +
        "ponovite lozinku|potvrdite lozinku|potvrda lozinke|ponovi lozinku|ponovljena lozinka|ponovo unesite lozinku|" +
        "potvrda nove lozinke|lozinka ponovo|ponovite novu lozinku|ponovite šifru|potvrdite šifru",
    code: "код за потврду|верификациони код|једнократни код|једнократна лозинка|смс код|код из поруке|" +
        "безбедносни код|шестоцифрени код|код за верификацију|код из апликације|послати код|" +
        "kod za potvrdu|verifikacioni kod|jednokratni kod|jednokratna lozinka|sms kod|kod iz poruke|bezbednosni kod|" +
        "šestocifreni kod|kod za verifikaciju|kod iz aplikacije|poslati kod",
    bareCode: "код|пин|унесите код|активациони код|" +
        "kod|pin|unesite kod|aktivacioni kod",
    phone: "телефон|број телефона|мобилни телефон|мобилни|број мобилног|контакт телефон|" +
        "telefon|broj telefona|mobilni telefon|mobilni|broj mobilnog|kontakt telefon",
    personName: "презиме|име и презиме|пуно име|име|назив фирме|ваше име|" +
        "prezime|ime i prezime|puno ime|ime|naziv firme|vaše ime",
    address: "адреса|улица|град|држава|место|општина|број|кућни број|адреса за доставу|" +
        "adresa|ulica|grad|država|mesto|opština|broj|kućni broj|adresa za dostavu",
    postal: "поштански број|" +
        "poštanski broj",
    cardNumber: "број картице|важи до|број рачуна|поклон картица|" +
        "broj kartice|važi do|broj računa|poklon kartica",
    birth: "датум рођења|дан|месец|година|датум|" +
        "datum rođenja|dan|mesec|godina|datum",
    coupon: "промо код|код за попуст|купон|број поруџбине|поклон ваучер|број пошиљке|број резервације|" +
        "код купона|ваучер|" +
        "promo kod|kod za popust|kupon|broj porudžbine|poklon vaučer|broj pošiljke|broj rezervacije|kod kupona|vaučer",
    captcha: "код са слике|препишите код|знакови са слике|колико је|нисам робот|" +
        "унесите карактере са слике|kod sa slike|unesite karaktere sa slike|" +
        "prepišite kod|znakovi sa slike|koliko je|nisam robot",
    answer: "безбедносно питање|одговор|питање|" +
        "bezbednosno pitanje|odgovor|pitanje",
    search: "претрага|претражи|шта тражите|тражи|појам за претрагу|" +
        "pretraga|pretraži|šta tražite|traži|pojam za pretragu",
    company: "фирма|занимање|пол|компанија|назив|" +
        "firma|zanimanje|pol|kompanija|naziv",
    amount: "износ|количина|цена|" +
        "iznos|količina|cena",
    message: "порука|коментар|наслов|напомена|опис|текст поруке|" +
        "poruka|komentar|naslov|napomena|opis|tekst poruke",
    nationalId: "јмбг|број личне карте|број пасоша|пиб|" +
        "jmbg|broj lične karte|broj pasoša|pib",
    machine: "сервер|порт|база података|ip адреса|назив мреже|server|baza podataka|ip adresa|naziv mreže|" +
        "port",
    key: "лозинка за wi fi|лозинка мреже|api кључ|тајни кључ|lozinka za wi fi|lozinka mreže|api ključ|tajni ključ|" +
        "rezervni kod|резервни код",
    login: "пријава|пријави се|пријавите се|улогуј се|пријави ме|пријава на|мој налог|добро дошли назад|улаз|" +
        "пријава корисника|логовање|" +
        "prijava|prijavi se|prijavite se|uloguj se|prijavi me|prijava na|moj nalog|dobro došli nazad|ulaz|" +
        "prijava korisnika|logovanje",
    signUp: "регистрација|региструј се|направи налог|отвори налог|региструјте се|отворите налог|нови корисник|" +
        "направите налог|креирај налог|креирајте налог|придружи се|" +
        "registracija|registruj se|napravi nalog|otvori nalog|registrujte se|otvorite nalog|novi korisnik|" +
        "napravite nalog|kreiraj nalog|kreirajte nalog|pridruži se",
    changePassword: "промени лозинку|промена лозинке|промените лозинку|сачувај лозинку|промена шифре|" +
        "promeni lozinku|promena lozinke|promenite lozinku|sačuvaj lozinku|promena šifre",
    resetPassword: "ресетуј лозинку|ресетовање лозинке|обнова лозинке|опоравак лозинке|" +
        "resetuj lozinku|resetovanje lozinke|obnova lozinke|oporavak lozinke",
    forgot: "заборављена лозинка|заборавили сте лозинку|заборавили лозинку|заборавили сте|заборавили сте шифру|" +
        "заборављена шифра|" +
        "zaboravljena lozinka|zaboravili ste lozinku|zaboravili lozinku|zaboravili ste|zaboravili ste šifru|" +
        "zaboravljena šifra",
    remember: "запамти ме|остани пријављен|останите пријављени|упамти ме|" +
        "zapamti me|ostani prijavljen|ostanite prijavljeni|upamti me",
    terms: "прихватам|услови коришћења|слажем се|" +
        "prihvatam|uslovi korišćenja|slažem se",
    haveAccount: "већ имате налог|имате налог|већ сте регистровани|имаш налог|" +
        "već imate nalog|imate nalog|već ste registrovani|imaš nalog",
    noAccount: "немате налог|немаш налог|још немате налог|нови сте|" +
        "nemate nalog|nemaš nalog|još nemate nalog|novi ste",
    subscribe: "билтен|претплатите се|пријавите се на билтен|" +
        "bilten|pretplatite se|prijavite se na bilten",
    contact: "контакт|пошаљи поруку|пишите нам|" +
        "kontakt|pošalji poruku|pišite nam",
    checkout: "поруџбина|плаћање|достава|корпа|наручи|" +
        "porudžbina|plaćanje|dostava|korpa|naruči",
    settings: "подешавања мреже|подешавања поште|тестирај везу|podešavanja mreže|podešavanja pošte|testiraj vezu|šifrovanje",
    verify: "потврди|верификација|послали смо|потврдите|унесите код|пошаљи поново|пошаљи код|потврда|" +
        "провера идентитета|" +
        "potvrdi|verifikacija|poslali smo|potvrdite|unesite kod|pošalji ponovo|pošalji kod|potvrda|provera identiteta",
    updateEmail: "промени имејл|нови имејл|промена имејла|" +
        "promeni imejl|novi imejl|promena imejla",
    deleteAccount: "обриши налог|затвори налог|" +
        "obriši nalog|zatvori nalog",
    unlock: "otključaj|откључај",
    connect: "повежи се|poveži se",
    save: "сачувај|додај|примени|sačuvaj|dodaj|primeni",
};
