/** Turkish. */
export const tr = {
    email: "e posta|eposta|e posta adresi|eposta adresi|e mail|email|mail adresi|mail|elektronik posta|" +
        "e postanız",
    username: "kullanıcı adı|kullanıcı|kullanıcı kodu|kullanıcı no|üye adı|rumuz|kullanıcı kimliği|hesap adı|" +
        "kullanıcı ismi|e posta veya kullanıcı adı|tc kimlik no veya|e posta veya telefon|" +
        "kullanıcı adı veya e posta|kullanıcı adı ya da e posta|e posta ya da kullanıcı adı|" +
        "tc kimlik no kullanıcı",
    accountNumber: "müşteri numarası|müşteri no|üye no|öğrenci no|öğrenci numarası|abone no|sicil no|" +
        "müşteri numaranız|üye numarası|üyelik numarası|abone numarası|poliçe no|tesisat numarası|" +
        "kart numarası veya müşteri",
    nickname: "takma ad",
    loginWord: "giriş|hesap",
    password: "şifre|parola|şifreniz|parolanız|şifresi|giriş şifresi|internet şifresi|gizli şifre",
    newPassword: "yeni şifre|yeni parola|şifre belirle|şifre oluştur|parola oluştur|yeni şifreniz|" +
        "parola belirle|şifrenizi oluşturun|şifrenizi belirleyin|yeni parolanız|bir parola oluşturun|" +
        "bir şifre belirleyin",
    currentPassword: "mevcut şifre|eski şifre|mevcut parola|eski parola|geçerli şifre|şu anki şifre|" +
        "geçerli parola|mevcut şifreniz|eski şifreniz",
    repeat: "tekrar|onayla|doğrula|tekrarla|yeniden|şifre tekrar|şifre tekrarı|parola tekrar|şifreyi onayla|" +
        "tekrarı|şifreyi tekrarla|bir daha|şifrenizi onaylayın|parolayı onayla|tekrar girin|şifreyi doğrula|" +
        "onaylayın",
    code: "doğrulama kodu|onay kodu|güvenlik kodu|sms kodu|tek kullanımlık şifre|tek kullanımlık kod|" +
        "sms şifresi|6 haneli kod|giriş kodu|kimlik doğrulama kodu|tek kullanımlık parola|gönderilen kod|" +
        "iki adımlı doğrulama kodu|altı haneli|6 haneli",
    bareCode: "kod|pin|kodu|kodu girin|aktivasyon kodu",
    phone: "telefon|cep telefonu|telefon numarası|cep|gsm|mobil|cep telefonu numarası|gsm no|telefon no|" +
        "ülke kodu|alan kodu",
    personName: "soyad|adı|soyadı|isim|soyisim|ad soyad|adınız|soyadınız|adı soyadı|adınız soyadınız|firma adı|" +
        "kart üzerindeki isim|kart sahibi|tam ad|isim soyisim",
    address: "adres|şehir|ilçe|ülke|sokak|mahalle|cadde|semt|teslimat adresi|fatura adresi|bina|kapı no|konum",
    postal: "posta kodu",
    cardNumber: "kart numarası|kart no|kredi kartı|son kullanma tarihi|iban|hediye kartı|kredi kartı numarası|" +
        "son kullanma",
    cardCode: "cvv|cvc|kart güvenlik kodu|güvenlik numarası|güvenlik kodu cvv",
    birth: "doğum tarihi|gün|yıl|yaş|doğum|gg aa yyyy|tarih|doğum yılı|giriş tarihi|çıkış tarihi",
    coupon: "indirim kodu|kupon|kupon kodu|promosyon kodu|davet kodu|referans kodu|sipariş numarası|sipariş no|" +
        "hediye çeki|rezervasyon kodu|kampanya kodu|takip numarası|pnr|hediye kodu|fatura no|hediye kartı|" +
        "hediye kartı kodu|kargo takip no|bilet numarası|başvuru numarası|takip no",
    captcha: "resimdeki kod|resimdeki karakterler|güvenlik resmi|resimdeki yazı|robot değilim|kaç eder|" +
        "doğrulama resmi|resimdeki|gördüğünüz|işlemin sonucu|güvenlik kodunu giriniz|güvenlik kodu resimdeki|" +
        "resimde gördüğünüz|karakterleri girin|işlem sonucu",
    answer: "güvenlik sorusu|gizli soru|cevap|yanıt|soru|gizli cevap|ipucu",
    search: "arama|anahtar kelime|aranacak kelime|ne aramıştınız|arayın|bul|filtrele|aradığınız",
    company: "şirket|firma|unvan|meslek|cinsiyet|kurum|bölüm|dil|görev|sektör|üniversite|pozisyon",
    machine: "sunucu|sunucu adresi|veritabanı|ağ geçidi|ip adresi|ağ adı|bağlantı noktası|" +
        "port|ana bilgisayar|posta sunucusu|vekil sunucu|ana makine|sunucu adı",
    amount: "tutar|adet|fiyat|miktar|toplam|bağış|yetişkin|çocuk|kişi sayısı",
    message: "mesaj|yorum|konu|açıklama|mesajınız|yorumunuz|görüş",
    website: "web sitesi|internet sitesi|web site|bağlantı|url",
    nationalId: "tc kimlik|tc kimlik no|kimlik numarası|pasaport|vergi numarası|t c kimlik no|vergi no|plaka|" +
        "pasaport no|tckn",
    key: "api anahtarı|gizli anahtar|erişim anahtarı|wifi şifresi|lisans anahtarı|kablosuz şifre|wi fi şifresi|" +
        "ağ parolası|ağ anahtarı|kablosuz ağ şifresi|yedek kod|" +
        "şifreleme parolası|dosya parolası|dosya şifresi|kurtarma kodu|kurtarma ifadesi|veritabanı parolası|" +
        "bağlantı şifresi|güvenlik anahtarı",
    decoy: "boş bırakın|doldurmayın|boş bırakınız",
    login: "giriş yap|giriş|oturum aç|oturum açın|üye girişi|giriş yapın|kullanıcı girişi|hesabım|" +
        "müşteri girişi|giriş yapınız|oturum açma|tekrar hoş geldiniz|öğrenci girişi",
    signUp: "kayıt ol|üye ol|kaydol|hesap oluştur|yeni üyelik|kayıt|üyelik oluştur|yeni hesap|ücretsiz kayıt|" +
        "yeni üye|kayıt formu|hemen üye ol|katıl|hesap aç|üye olun|kayıt olun|kaydolun|üyelik|" +
        "kullanıcı ekle|yeni kullanıcı|kullanıcı oluştur",
    changePassword: "şifre değiştir|parola değiştir|şifremi değiştir|şifre değişikliği|şifreyi değiştir|" +
        "şifre güncelle|şifreyi kaydet|parolayı değiştir|şifre güncelleme",
    resetPassword: "şifre sıfırla|şifre sıfırlama|parola sıfırla|şifremi sıfırla|şifre yenileme|şifremi yenile|" +
        "parolayı sıfırla|şifreyi sıfırla",
    forgot: "şifremi unuttum|şifrenizi mi unuttunuz|parolamı unuttum|unuttum|unuttunuz mu|" +
        "parolanızı mı unuttunuz|şifreni mi unuttun|kullanıcı adımı unuttum",
    remember: "beni hatırla|oturumu açık tut|hatırla|oturumum açık kalsın|beni unutma|oturumu açık bırak|" +
        "bu cihaza güven|bilgilerimi hatırla",
    terms: "kullanım koşulları|kabul ediyorum|gizlilik politikası|üyelik sözleşmesi|şartlar|kvkk|" +
        "aydınlatma metni|okudum",
    haveAccount: "zaten hesabınız var mı|hesabınız var mı|zaten üye misiniz|hesabın var mı|üye misiniz|" +
        "zaten üye|hesabım var|zaten bir hesabınız|zaten hesabım var",
    noAccount: "hesabınız yok mu|hesabın yok mu|üye değil misiniz|henüz üye değil|hesabım yok|henüz hesabınız|" +
        "yeni misiniz|hala üye değil|üye değil misin",
    subscribe: "bülten|abone ol|e bülten|haberdar ol|kampanyalardan|bültenimize|haberdar olun|ebülten|" +
        "abone olun",
    contact: "iletişim|mesaj gönder|yorum yap|bize ulaşın|iletişim formu|yorum gönder|teklif al|randevu|" +
        "bize yazın|anket|gönder",
    checkout: "sipariş|ödeme|teslimat|satın al|sepet|ödeme yap|siparişi tamamla|üye olmadan|misafir|fatura|" +
        "bağış yap|kargo",
    verify: "doğrula|doğrulama|kodu tekrar gönder|iki adımlı doğrulama|kod gönderdik|onayla|kodu girin|" +
        "yeni kod|iki aşamalı|iki faktörlü|kodu doğrula|kod gönderildi|kod gelmedi|kod gönder|kodu gönder|" +
        "gönderdik|sms ile gönderilen",
    updateEmail: "e posta değiştir|yeni e posta|e posta adresini değiştir|yeni e posta adresi|e posta güncelle",
    deleteAccount: "hesabı sil|hesabımı sil|hesabı kapat|hesap silme",
    unlock: "kilidi aç|" +
        "devam etmek için şifrenizi",
    settings: "kablosuz ayarlar|ağ ayarları|bağlantıyı test et|şifreleme türü|" +
        "e posta ayarları|posta ayarları|sunucu ayarları|bağlantıyı sına|modem ayarları|wi fi ayarları|şifrele|" +
        "ayarları kaydet|" +
        "kablosuz ayarları|ağ ayarı",
    connect: "bağlan|ağa bağlan",
    save: "kaydet|değişiklikleri kaydet|uygula|ekle",
};
