/** Indonesian and Malay. */
export const id = {
    email: "alamat email|surel|e mel|emel|nomor hp atau email|email atau nomor hp|email atau nomor telepon|" +
        "nomor telepon atau email",
    username: "nama pengguna|nama akun|id pengguna|pengguna|nama pengguna atau email|email atau nama pengguna",
    password: "kata sandi|sandi|kata laluan",
    newPassword: "kata sandi baru|buat kata sandi|kata laluan baharu|buat password|password baru",
    currentPassword: "kata sandi saat ini|kata sandi lama|password lama|kata laluan semasa",
    repeat: "konfirmasi kata sandi|ulangi kata sandi|konfirmasi password|ulangi password|konfirmasi|ulangi|" +
        "sahkan kata laluan|sahkan kata laluan baharu|masukkan semula kata laluan",
    code: "kode verifikasi|kode otp|kod pengesahan|kode keamanan|kode konfirmasi|kod keselamatan|kod otp|" +
        "nombor tac|kod tac|tac",
    bareCode: "kode",
    phone: "nomor telepon|nomor hp|no hp|telepon|nomor ponsel|nombor telefon",
    personName: "nama lengkap|nama depan|nama belakang|nama|nama penuh",
    address: "alamat|kota|provinsi|negara",
    postal: "kode pos|poskod",
    birth: "tanggal lahir",
    coupon: "kode promo|kode voucher|kode referral|nomor pesanan|kod promosi|kod baucar",
    search: "cari|pencarian",
    nationalId: "nomor ktp|nik|kad pengenalan|no kad pengenalan",
    login: "masuk|log masuk|log masuk akaun|masuk ke akun",
    signUp: "daftar|buat akun|registrasi|daftar sekarang|buat akaun|daftar akaun|cipta akaun",
    changePassword: "ubah kata sandi|ganti kata sandi|ganti password|ubah password",
    resetPassword: "atur ulang kata sandi|reset kata sandi",
    forgot: "lupa kata sandi|lupa password|lupa kata laluan|lupa sandi|terlupa kata laluan|lupa id pengguna",
    remember: "ingat saya|ingat aku",
    haveAccount: "sudah punya akun|sudah memiliki akun|sudah mempunyai akaun",
    noAccount: "belum punya akun|belum memiliki akun|tiada akaun|belum mempunyai akaun",
    subscribe: "berlangganan|buletin",
    verify: "sahkan|verifikasi|kirim ulang kode|kami telah mengirim|masukkan kode|hantar kod",
};
