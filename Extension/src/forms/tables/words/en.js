/** English. One line per concept; see Docs/form-rules.md for what the concepts mean and how phrases are matched. */
export const en = {
    email: "email|e mail|email address|e mail address|email addr|mail address|emailid|email id|mail id|" +
        "your mail|mail|gmail|inbox address|phone or email|phone number or email|mobile number or email|" +
        "email or mobile|email or mobile number|email or phone number|mailaddr|mailadr",
    username: "user nick|mailbox name|mailbox|username|user name|userid|user id|user|usr|uname|login id|" +
        "login name|logon|logon id|logon name|sign in id|sign on id|signin name|account name|account id|" +
        "member name|online id|screen name|screenname|player name|login or email|loginfmt|principal|netid|net id|" +
        "card number or username|apple id|microsoft account|google account|user account|identifier|" +
        "username or email|session key|uid|unique id|desired id|choose an id|choose a username|signin id|" +
        "email or username|username or phone|email or phone|user name or email|username email|email username|" +
        "email or user name|email or login|phone email or username|username email or phone|" +
        "email phone or username|account username|operator id|windows username|domain username|domain user|" +
        "sign in name|login username|kerberos principal|nickname or email|email or nickname|" +
        "username or card number|login",
    accountNumber: "account number|account no|member id|member number|membership number|membership id|" +
        "membership no|customer id|customer number|customer no|client id|client number|access id|access number|" +
        "student id|student number|student no|employee id|employee number|employee no|staff id|" +
        "library card number|card or account number|patron id|registration id|frequent flyer number|" +
        "rewards number|loyalty number|loyalty card|subscriber id|policy number|contract number|barcode|" +
        "badge number|agent id|merchant id|partner id|vendor id|supplier number|investor id|plan number|" +
        "mileage number|medlemsnummer|accno|acct|acct no|acct number|card number or email|login number|user code|" +
        "user number|operator code|clerk number|card or member number|membership card number|patient number|" +
        "library card|login card number|cardholder number|consumer number|connection number|staff number|" +
        "staff no|personnel number|clerk id|badge id|badge no|worker id|crew id|operator number|operator no|" +
        "employee code|staff code",
    nickname: "nick name|nickname|nick|display name|handle|alias|characters name|avatar name|public name|" +
        "gamertag",
    loginWord: "id|login|log in|logon|sign in|signin|account",
    password: "password|pass word|passwd|passwort|pwd|passphrase|pass phrase|pass|passwords|passcode|pass code|" +
        "psw|pswd|passw|passwrd|password here|my password|userpass|memorable word|pasword|login password|" +
        "security phrase|web pin|login pin|account pin|security number|internet password|trading password|" +
        "trading pin",
    newPassword: "new password|newpass|new pass|new pwd|new passwd|create password|create a password|" +
        "choose password|choose a password|set password|set a password|create your password|choose your password|" +
        "set your password|pick a password|pick password|your new password|create passphrase|new passphrase|" +
        "new passcode|desired password|preferred password|register password|registration password|" +
        "signup password|sign up password|reg password|regpassword|password strength|strong password|" +
        "password new|enter a new password|create a new password|" +
        "new temporary password|new initial password",
    currentPassword: "current password|old password|existing password|present password|previous password|" +
        "oldpass|old pass|old pwd|current pwd|current pass|original password|your current password|" +
        "password current|password old|last password|oldpasswd|temporary password|temp password|temppassword|" +
        "initial password|default password|activation password",
    repeat: "confirm|confirmation|repeat|retype|re type|reenter|re enter|again|verify password|password verify|" +
        "confirm password|confirm new password|repeat password|retype password|re enter password|password again|" +
        "type again|enter again|once more|match password|passwords match|duplicate|password confirmation|" +
        "password confirm|passwordconfirm|conf pass|pass2|password 2|password2|passwd2|pwd2|verifypassword|" +
        "verify your password|repassword|repass|re password|rpassword|cpassword|confirmpwd|conf",
    code: "one time code|one time password|one time passcode|one time pin|otp|otp code|totp|2fa|2fa code|mfa|" +
        "mfa code|two factor|two factor code|two step|two step code|twofactor|2 step|multi factor|" +
        "authentication code|authenticator code|authenticator|auth code|verification code|verify code|" +
        "verification pin|sms code|text message code|confirmation code|login code|sign in code|security token|" +
        "token code|google authenticator|6 digit code|six digit code|6 digit|4 digit code|8 digit code|" +
        "digit code|email code|code from your app|code we sent|code sent|verificationcode|temporary code|" +
        "onetimecode|totp code|otp token|tfa|tfa code|token|pin code from|factor code|approvals code|" +
        "pincode from|digits code|passcode from|sms pin|two step verification|2 step verification|" +
        "email verification code|phone verification code|secondary password|second password|2nd password|" +
        "duo passcode|second factor|token passcode|yubikey|otp token code|tokencode|securid|rsa token|" +
        "sms passcode|text passcode|email passcode|6 digits|six digits|8 digits|4 digits|sms number|" +
        "verify number|auth num|auth number|cert num|certnum|cert number",
    bareCode: "passcode|pass code|code|security code|pin|pin code|key code|access code|pin number|digit|" +
        "enter the code|enter code|enter your code|activation code",
    phone: "phone|telephone|tel|mobile|mobile number|phone number|cell|cell phone|cellphone|cellular|handy|fax|" +
        "telephone number|phone no|mobile no|contact number|whatsapp|country code|area code|dial code|" +
        "dialing code|calling code|phone code|mobile phone|msisdn|phone extension|country calling code|" +
        "home phone|work phone|movil|msisdn number",
    personName: "first name|last name|firstname|lastname|given name|family name|surname|full name|fullname|" +
        "fname|lname|middle name|your name|name|forename|maiden name|middle initial|initials|realname|real name|" +
        "name on card|cardholder|card holder|cardholder name|legal name|contact name|second name|sender name|" +
        "senders name|preferred name|recipient|company name|business name|organization name|pet name|name suffix|person name|patient name|" +
        "child name|guardian name",
    address: "address|street|street address|address line|city|town|state|province|region|country|county|apt|" +
        "suite|apartment|house number|building|locality|district|address 1|address 2|addr|location|" +
        "billing address|shipping address|delivery address|home address|mailing address|web address|po box|" +
        "neighborhood|suburb|store|branch|city or zip|near",
    postal: "zip|zip code|zipcode|postal code|postcode|post code|postal|zip postal code|pin code area|" +
        "area pincode|email or zip|email or zip code|email or postcode|email or postal code",
    cardNumber: "to account|from account|source account|destination account|beneficiary account|card number|" +
        "credit card|credit card number|debit card|debit card number|cc number|cardnumber|ccnumber|card no|" +
        "cc num|ccnum|creditcard|iban|bank account number|routing number|sort code|swift|bic|bank code|" +
        "account holder|payment card|cc no|card num|gift card|gift card number|giftcard|expiration|expiry|" +
        "exp date|expiration date|expiry date|exp month|exp year|cc exp|valid thru|valid until|expires|" +
        "expiration month|expiration year|mm yy|card expiry|ccexp|card ending|name of bank",
    cardCode: "cvv|cvc|cvv2|cvc2|csc|cid|cvn|card security code|card verification|card verification code|" +
        "card verification value|card verification number|security code cvv|cvv code|cvc code|card code|cc csc|" +
        "cc cvc|verification value|verification number|card id number|card identification number|card cvv|" +
        "3 digits on the back|security code on card|security code on the back|back of your card|back of card|" +
        "card pin|gift card pin|cvv number|cc cvv|ccv",
    birth: "birth|birthday|birthdate|birth date|date of birth|dob|bday|age|year of birth|birth year|" +
        "birth month|birth day|month|day|year|dd|mm|yyyy|born|mm dd yyyy|dd mm yyyy|date|start date|end date|" +
        "from date|to date|issue date|arrival|departure|check in|check out|time",
    coupon: "coupon|evoucher|e voucher|evoucher number|evoucher pin|voucher pin|referred you|coupon code|promo|" +
        "promo code|promotion code|promotional code|discount|discount code|voucher|voucher code|gift code|" +
        "gift certificate|referral|referral id|referral code|referrer|invite code|invitation code|invitation|" +
        "redeem|redemption code|offer code|campaign code|refer code|source code|rebate|affiliate|coupon number|" +
        "invite|sponsor|sponsor id|partner code|priority code|reservation code|booking code|booking reference|" +
        "booking number|payment reference|confirmation number|reservation number|tracking number|order number|order id|" +
        "ticket number|invoice number|reference number|record locator|serial number|product code|product key|" +
        "license key|licence key|model number|event code|meeting code|meeting id|class code|game pin|join code|" +
        "room code|quiz code|tax code|country of|branch code|sku|part number|item number|case number|vin|imei|" +
        "tracking id|game code|party code|lobby code|school code|group code|organization code|company code|" +
        "store code|dealer code|agent code|airport code|color code|flight number|access level|gift card code|" +
        "redeem a gift card|claim code|have a code|got a code|code from your receipt|receipt code|survey code|" +
        "pickup code|delivery code|locker code|gift voucher|bonus code|discount or gift card|creator code|" +
        "team code|device pairing code|pairing code|certificate number|device code|code displayed on your|" +
        "code shown on your|code on your tv|displayed on your tv|displayed on your device|" +
        "displayed on your screen|displayed on your app|shown on your screen|tv code|code on your screen|" +
        "code from the letter|letter code|pairing pin|code printed on|printed on the|" +
        "verification code printed on|printed on your|scratch code|on the label|on the sticker|on the device|" +
        "on the back of the device|below the qr code|cancellation code|security code on the label|" +
        "certificate code|pickup|pick up code|10 digit code|12 digit code|14 digit code|15 digit code|" +
        "16 digit code|18 digit code|19 digit code|20 digit code|25 digit code|wallet code",
    captcha: "enter the code shown|enter the code above|enter the code below|enter code shown|type the code|" +
        "enter the code in the image|enter the code from the image|enter the text|enter the numbers|" +
        "enter the code as shown|code as shown|enter code from image|captcha|captcha code|security image|" +
        "type the characters|characters shown|characters in the image|text in the image|image code|letters shown|" +
        "visual verification|are you human|not a robot|anti spam|antispam|spam protection|security check|" +
        "code shown|code in the image|code in the picture|type the letters|picture above|image above|imagecode|" +
        "image text|image verification|word verification|characters you see|text you see|numbers you see|" +
        "human verification|random code|validate code|characters below|code below|security question answer|" +
        "what is|how much is|sum of|solve|visual verification code|seccode|captchacode|capcha|checkcode|" +
        "characters from the picture|enter the characters|enter the letters|image below|the picture|" +
        "correct answer|math|turing|type characters|img code|imgcode|verify img|verifycode img|" +
        "verification image|txt img|txtimg|captcha img|captcha image|recaptcha",
    answer: "answer|security answer|secret answer|secret question|security question|question|hint|" +
        "memorable date|challenge|challenge question|challenge answer|password hint|mothers maiden name|" +
        "mother s maiden name|first pet|first school|favorite|favourite|recovery question|your question|" +
        "secret word hint|reminder|password reminder|password question",
    search: "search|find|query|keyword|keywords|search term|search box|filter|look up|lookup|looking for|" +
        "searchword|search for|type to search|searchbox|searchquery|search query|search text|go to|ask|" +
        "search passwords|search emails|search users|find a user|find people|find friends|filter by|" +
        "email contains|username contains|name contains",
    company: "company|organization|organisation|business|employer|job title|title|position|department|industry|" +
        "occupation|school|university|institution|salutation|gender|sex|language|domain|tenant|workspace|" +
        "subdomain|workspace url|site url|realm|institution code|prefix|suffix|bio|about you|interests|hobby|" +
        "profession|currency|timezone|time zone|pronouns|job|website name|site name|event name|file name|project name|team name|list name|" +
        "product name|item name|blog name|channel name|" +
        "email attribute|email claim|email field|email column|email domain|email domains|email restrictions|" +
        "username attribute|user name attribute|username claim|username field|username prefix|user filter",
    machine: "server|mail server|mail host|port|host|host name|hostname|endpoint|gateway|proxy|ip address|" +
        "mac address|subnet|dns|ntp|mtu|smtp|imap|pop3|pppoe|pptp|l2tp|ipsec|wireguard|openvpn|vpn|xauth|radius|" +
        "snmp|mqtt|sip|rtsp|onvif|ldap|ddns|dyndns|dynamic dns|wlan|wifi|wi fi|wireless|ssh|sftp|ftp|tunnel|" +
        "database|database name|table prefix|mysql|postgres|jdbc|bucket|isp|vlan|vlan id|mac addresses|" +
        "ip addresses|base dn|search base|hotspot|ppp|sip user|dav|caldav|webdav|smb|samba|datasource|" +
        "data source|mirror|remote mirrors|sms gateway|" +
        "network name|name of the network|wifi name|wi fi name|server address|server url|connection name|network path|" +
        "folder path|smtp server|ldap server|" +
        "pc name|computer name",
    amount: "amount|quantity|qty|price|total|budget|donation|sum|number of|count|tip|how many|percent|weight|" +
        "height|size|width|minimum|maximum|length|lifetime|duration|timeout|attempts|grace period|validity|" +
        "retention|interval|password length|minimum password length|maximum password length|password age|" +
        "password history|password expiry|rooms|guests|adults|children|passengers|page|rows|per page|salary|" +
        "income|min|max|room number|table number|seat number|extension number",
    message: "message|email addresses|email list|delete my account|delete this account|email tab|email title|" +
        "email subject|email body|email template|email type|email format|comment|comments|subject|description|" +
        "notes|note|feedback|your message|review|post|reply|topic|tell us|tags|tag|headline|summary|content|body|" +
        "text message body|caption|status|reason|inquiry|enquiry|details|tweet|chat|task|todo",
    website: "website|url|homepage|home page|web site|link|blog|your website|web page|facebook url|linkedin|" +
        "instagram|twitter|twitter handle|instagram handle|facebook|skype|github url|webhook|callback url|" +
        "redirect uri|youtube|telegram|discord|social|profile url|github username|twitter username|" +
        "instagram username",
    nationalId: "ssn|tax file number|social security|social security number|tax id|tin|ein number|federal ein|tax id ein|national id|passport|" +
        "passport number|driver license|drivers license|driver s license|license number|vat|vat number|vat id|" +
        "personal number|id card number|identity number|id number|cpf|cnpj|nif|dni|ssn last 4|last 4 digits|" +
        "last four digits|last 4|registration number|license plate|plate number|medicare|nhs number|npi",
    key: "api key|apikey|secret key|access key|access token|api token|api secret|client secret|ssh key|" +
        "public key|private key|webhook secret|signing secret|bearer token|personal access token|" +
        "secret access key|app secret|app id|application id|deploy key|gpg key|license|encryption key|" +
        "shared secret|wifi password|wi fi password|network key|wpa key|wep key|ssid|link password|" +
        "share password|sharing password|guest password|secret recovery phrase|recovery phrase|seed phrase|" +
        "secret phrase|backup phrase|mnemonic|import password|export password|certificate password|pfx password|" +
        "keystore password|meeting passcode|conference pin|room passcode|host key|host pin|wireless password|" +
        "network password|smtp password|database password|db password|master key|secret token|client key|" +
        "consumer key|consumer secret|ftp password|zip password|file password|document password|meeting password|" +
        "room password|archive password|pdf password|proxy password|admin token|private token|pre shared key|" +
        "preshared key|psk|wireless key|security key|network security key|wifi key|wi fi key|bind password|" +
        "bind dn|webhook|signing key|srp word|seed word|mnemonic word|note password|password for this link|" +
        "link expiry|unlock key|encryption passphrase|encryption password|decryption password|" +
        "password to protect|passphrase to protect|protect with password|radius secret|vpn key|snmp community|" +
        "kubeconfig|deploy token|smtp pass|imap password|pop3 password|environment variable|variable name|" +
        "secret name|secret value|env value|key name|value of the secret|enrollment key|enrolment key|" +
        "authenticator key|totp key|totp seed|totp secret|otp secret|setup key|epp code|authorization code epp|" +
        "password to open|transfer key|auth token|token name|token description|name of the token|trigger token|" +
        "account sid|ssh key passphrase|private key passphrase|key passphrase|gate code|door code|entry code|" +
        "alarm code|lockbox code|sim pin|puk|puk code|backup code|recovery code|recovery key|backup codes|" +
        "recovery codes|emergency code|rescue code|scratch codes|post password|protected post|" +
        "password to unprotect|password to edit|password to modify|password to remove|session password",
    decoy: "fake|honeypot|honey pot|hp field|dummy|leave blank|leave this blank|leave empty|do not fill|" +
        "dont fill|if you are human|fakeusernameremembered|fakepasswordremembered|fakeemailremembered|bot field|" +
        "not for humans|nospam|no spam|should be left blank|leave this field blank|leave this field empty|" +
        "autofillpassword|autofill dummy|prevent autofill|chrome autofill|disable autofill|hidden trap|gotcha|" +
        "leave this empty|keep this empty|keep this field empty|keep empty|leave it empty|leave it blank",
    login: "log in|login|logon|log on|sign in|signin|sign on|signon|log me in|sign me in|member login|" +
        "account login|customer login|log in to|sign in to|welcome back|login to|returning customer|" +
        "returning customers|existing customer|existing customers|already registered|already a member|enter|" +
        "access my account|registered users|user login|my account|sso|single sign on|unlock|authenticate|" +
        "authentication|access account|continue with password|registered customers|client login|log into|" +
        "sign into|use your account|bankid|digid|itsme|franceconnect|passwordless login|secure access|" +
        "log in here|let me in|employee login|staff login|partner login|admin login|sign in here|" +
        "connect to your account|please identify yourself|sign in or create account|log in or sign up|" +
        "login register|sign in or register|portal login|panel login|online banking|internet banking|" +
        "with a passkey|with passkey|use a passkey|use passkey|use your passkey",
    signUp: "sign up|signup|register|registration|create account|create an account|create my account|join|" +
        "join now|join us|join free|create your account|get started|new account|new user|new customer|" +
        "open an account|create profile|become a member|enroll|enrol|sign me up|start free trial|free trial|" +
        "create a free account|agree and join|agree join|register now|new registration|create new account|" +
        "start your free trial|sign up for free|try for free|subscribe now and pay|create a new account|" +
        "new member|user registration|account registration|join for free|create login|create an id|register for|" +
        "create apple id|make an account|register account|create free account|get your free|create a profile|" +
        "set up your account|sign up now|start now|enrollment|onboarding|registration form|createaccount|" +
        "newaccount|" +
        "add user|create user|add a user|add new user|invite user|create new user|add employee|add staff member|" +
        "new employee|" +
        "choose your username|choose a username|pick a username|pick your username|claim your username",
    changePassword: "change password|change your password|update password|update your password|password change|" +
        "change my password|modify password|edit password|changepassword|changepwd|change passphrase|" +
        "update passphrase|set new password|save password|set password|save new password|choose new password",
    resetPassword: "reset password|reset your password|password reset|reset my password|password recovery|" +
        "recover password|recover account|account recovery|recover your account|reset link|find your account|" +
        "restore password|send reset link|retrieve password|forgot your password form|email me a link to reset|" +
        "recover your password|forgotten password form|resetpassword|password assistance|lost password request|" +
        "send password reset|get new password|request new password|email new password|send new password|" +
        "request a new password",
    forgot: "forgot|forgotten|forgot password|forgot your password|forgot username|lost password|" +
        "lost your password|trouble signing in|trouble logging in|cant log in|can t log in|cannot log in|" +
        "can t access|need help signing in|forgot my password|forgot login|forgot user id|forgot userid|" +
        "forgotten password|forgotten your password|don t know your password|forgot email|problems logging in|" +
        "need help|password help|forgot id|remind password|password reminder|forgotpassword|lostpassword|" +
        "lost passwd|can t access your account|cant access your account|can t sign in|i can t sign in|" +
        "forgotten details|having trouble|trouble with login|reset it here|forgot pin|forgotten your pin|" +
        "forgot your pin|code forgotten",
    remember: "remember me|keep me signed in|keep me logged in|stay signed in|stay logged in|remember username|" +
        "remember my|save user id|remember this|trust this device|remember user|remember login|save my user id|" +
        "rememberme|remember password|save id|remember device|keep logged in|auto login|always stay logged in|" +
        "remember|save my username|log me on automatically|keep signed in",
    terms: "terms|terms of service|terms of use|terms and conditions|i agree|privacy policy|i accept|" +
        "by creating an account|by signing up|by registering|by clicking sign up|user agreement|by joining|" +
        "conditions of use|agree to the|read and agree|over 18|18 years|years of age or older",
    haveAccount: "already have an account|have an account|already a member|already registered|already a user|" +
        "already signed up|existing user|have an account already|already have account|already on|" +
        "already have a login|i already have|sign in instead|log in instead|already got an account|" +
        "existing member",
    noAccount: "don t have an account|dont have an account|no account|new user|need an account|not a member|" +
        "not registered|new to|new here|not registered yet|create an account|not a member yet|sign up now|" +
        "new customer|first time|don t have an id|not yet registered|register now|don t have a|no account yet|" +
        "not enrolled|new member|register here|become a member|want to register|don t have an account yet",
    subscribe: "subscribe|newsletter|mailing list|email updates|sign up for our newsletter|sign up for email|" +
        "get the latest|stay updated|stay up to date|stay informed|stay in the loop|notify me|keep me posted|" +
        "sign up for emails|sign up for our|news and offers|email alerts|get updates|weekly digest|" +
        "delivered to your inbox|in your inbox|to your inbox|join our mailing list|join our newsletter|" +
        "email newsletter|email signup|email sign up|subscription|receive updates|special offers|newsletters|" +
        "sign up to receive|sign up to get|exclusive offers|emailsignup|join our list|newsletter signup|" +
        "mailchimp|daily briefing|join the waitlist|waitlist|waiting list|early access|hear from us|" +
        "be the first to know|sign up for updates|get news|email preferences|unsubscribe|get exclusive|" +
        "enter to win|back in stock",
    contact: "contact|contact us|contact form|get in touch|send message|send us|enquiry|inquiry|request a demo|" +
        "request demo|book a demo|request a quote|get a quote|ask a question|leave a comment|leave a reply|" +
        "post comment|add comment|write a comment|feedback|submit request|support request|rsvp|tell a friend|" +
        "send to a friend|share|invite a friend|invite friends|schedule|survey|download now|download ebook|" +
        "whitepaper|write a review|submit review|send feedback|contactform|email a friend|guestbook|petition|" +
        "sign the petition|apply now|job application|volunteer|appointment|reservation",
    checkout: "checkout|check out|place order|payment|billing|shipping|pay now|continue to shipping|order|" +
        "continue to payment|delivery|purchase|buy now|complete order|guest checkout|continue as guest|" +
        "checkout as guest|order summary|your order|cart|donate|donation|pay|proceed to checkout|booking|" +
        "complete purchase|billing details|shipping details|delivery details|card details|payment method|" +
        "contact information|express checkout|order status|track order|track your order",
    verify: "verify|confirm code|submit code|verify code|verify identity|verify your identity|" +
        "confirm your identity|two factor authentication|two step verification|2 step verification|verification|" +
        "enter the code|check your phone|check your email|resend code|resend|send a new code|didn t get a code|" +
        "didn t receive a code|didn t receive|multi factor authentication|security code sent|code has been sent|" +
        "we sent a code|we sent you|sent a code to|sent to your|authenticator app|we texted|text message|" +
        "use a backup code|use a recovery code|request a new code|enter verification code|get a new code|" +
        "identity verification|additional verification|open your authenticator|your verification|" +
        "confirm it s you|enter code|enter your code|enter the security code|enter your security code|" +
        "enter the digits|digits from|enter the pin we sent|sent you a code|code by text|get otp|send otp|" +
        "enter otp|resend otp|one time code|one time password|passcode sent|get code|send code|text me a code|" +
        "email me a code|send me a code|sent an sms|sent a text|sent you a text|confirm your phone number|" +
        "enter passcode|enter your passcode|touch your security key|" +
        "check your inbox|just emailed|emailed you a code|code we emailed|emailed to|code we just|we emailed you",
    updateEmail: "change email|update email|change your email|new email|new email address|change email address|" +
        "update email address|current email|update your email|edit email|change e mail|new e mail|" +
        "change my email|your new email|old email|primary email|change username|change your username|change user name|" +
        "update username|update your username",
    deleteAccount: "delete account|delete my account|close account|close my account|deactivate|" +
        "delete your account|permanently delete|delete your|delete for ever|delete forever|delete this workspace|" +
        "delete organization|delete workspace|close your account|delete profile",
    unlock: "confirm your password|confirm access|confirm with your password|sudo mode|" +
        "confirm password to continue|enter your password to confirm|verify your password|" +
        "for your security please|enter your password to continue|re enter your password to continue|unlock|" +
        "locked|session expired|confirm it s you",
    connect: "connect|connect to server|open connection",
    settings: "environment variables|environment variable|new secret|add secret|encryption|encrypt|" +
        "encrypt backups|webhook|webhooks|wireless settings|wireless security|new token|save token|" +
        "test connection|new variable|add variable|repository secret|integration settings|connect a device|" +
        "activate your tv|activate your device|device activation|parental controls|save settings|apply settings|" +
        "save apply|save and apply|mail settings|mail server|router settings|internet setup|ddns|dyndns|" +
        "dynamic dns|smtp|ldap server|pppoe|proxy server|radius|new wi fi|wi fi settings|wifi settings|" +
        "network settings|database connection|protect pdf|protect your pdf|protect document|protect file|" +
        "protect your file|lock pdf|encrypt file|encrypt files|archive password|password protected|" +
        "protected post|content is protected|sim pin|pin management|data source|address book entry|sip trunk|" +
        "protect sheet|protect workbook|protect a file|password protect",
    save: "save|save changes|apply|apply changes|add|ok save|store|save and test|save and continue|update settings|" +
        "add account|add connection|add server",
};
