/** Basque. */
export const eu = {
    email: "posta elektronikoa|helbide elektronikoa|eposta|posta elektroniko|zure posta elektronikoa|" +
        "helbide elektroniko|emaila|email|e posta",
    username: "erabiltzaile izena|erabiltzailea|erabiltzaile|erabiltzaile izena edo posta|erabiltzaile kodea|" +
        "erabiltzaile izen",
    cardNumber: "txartel zenbakia",
    captcha: "irudiko karaktereak|irudiko kodea",
    nickname: "ezizena",
    accountNumber: "bezero zenbakia|bazkide zenbakia|txartel zenbakia erabiltzailea",
    password: "pasahitza|pasahitz|gakoa|pasahitzak|zure pasahitza",
    newPassword: "pasahitz berria|aukeratu pasahitza|sortu pasahitza|pasahitz berri",
    currentPassword: "uneko pasahitza|oraingo pasahitza|egungo pasahitza|pasahitz zaharra",
    repeat: "errepikatu pasahitza|berretsi pasahitza|pasahitza berriro|pasahitza errepikatu|errepikatu|" +
        "berretsi pasahitz berria|pasahitza baieztatu",
    code: "egiaztapen kodea|egiaztatze kodea|sms kodea|segurtasun kodea|erabilera bakarreko kodea|" +
        "baieztapen kodea",
    bareCode: "kodea|sartu kodea|kode",
    phone: "telefonoa|mugikorra|telefono zenbakia|telefono|mugikor",
    personName: "izena|abizena|abizenak|izen abizenak|izen osoa|lehen abizena|izen",
    address: "helbidea|kalea|herria|hiria|probintzia|herrialdea",
    postal: "posta kodea",
    birth: "jaiotze data|jaioteguna|eguna|hilabetea|urtea|data",
    coupon: "deskontu kodea|kupoia|eskaera zenbakia|promozio kodea|" +
        "jarraipen zenbakia",
    search: "bilatu|bilaketa|bilatzailea|zer bilatzen",
    company: "enpresa|lanbidea",
    amount: "zenbatekoa|kopurua",
    message: "mezua|iruzkina|gaia|oharrak",
    nationalId: "nan|nan zenbakia|ifz",
    machine: "zerbitzaria|ataka|datu basea|ip helbidea|sarearen izena",
    key: "wifi pasahitza|sarearen pasahitza|api gakoa",
    login: "hasi saioa|saioa hasi|sartu|identifikatu|nire kontua|sarbidea|saioa hasteko|bezeroen gunea|" +
        "ongi etorri berriro",
    signUp: "erregistratu|kontua sortu|eman izena|izena eman|kontu berria|erregistroa|sortu kontua|egin bazkide",
    changePassword: "aldatu pasahitza|pasahitza aldatu|gorde pasahitza",
    resetPassword: "berreskuratu pasahitza|pasahitza berrezarri|pasahitza berreskuratu",
    forgot: "pasahitza ahaztu duzu|ahaztu duzu pasahitza|pasahitza ahaztu|ahaztu zaizu|ahaztu zait",
    remember: "gogoratu|gogora nazazu|gogoratu nazazu|mantendu saioa",
    terms: "onartzen dut|erabilera baldintzak|pribatutasun politika|" +
        "baldintzak",
    haveAccount: "baduzu konturik|dagoeneko erregistratuta",
    noAccount: "ez duzu konturik|oraindik ez duzu konturik",
    subscribe: "harpidetu|buletina|newsletterra",
    contact: "harremanetarako|bidali mezua|kontaktua|" +
        "jarri harremanetan",
    checkout: "eskaera|ordainketa|saskia|ordaindu",
    verify: "egiaztatu|egiaztapena|bidali kodea|bidali dugu|berretsi",
    save: "gorde|gehitu",
};
