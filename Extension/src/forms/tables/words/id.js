/** Indonesian and Malay. */
export const id = {
    email: "alamat email|surel|e mel|emel|nomor hp atau email|email atau nomor hp|email atau nomor telepon|" +
        "nomor telepon atau email|email anda|alamat e mel|alamat email anda|email atau no hp|no hp atau email|" +
        "e mel atau nombor telefon",
    username: "nama pengguna|nama akun|id pengguna|pengguna|nama pengguna atau email|email atau nama pengguna|" +
        "nama pengguna anda|id login|user id anda|username atau email|email atau username|nama log masuk|" +
        "nip atau username|id masuk",
    accountNumber: "nomor pelanggan|id pelanggan|nomor anggota|nim|nisn|nip|nomor induk|no pelanggan|" +
        "nombor ahli|nombor pelanggan|nomor kartu anggota|nomor meter|no matrik|nombor akaun",
    nickname: "nama panggilan|nama tampilan|nama samaran",
    password: "kata sandi|sandi|kata laluan|katasandi|sandi anda|kata kunci|kata sandi anda|pin anda",
    newPassword: "kata sandi baru|buat kata sandi|kata laluan baharu|buat password|password baru|sandi baru|" +
        "buat sandi|kata laluan baru|atur kata sandi|cipta kata laluan|pin baru",
    currentPassword: "kata sandi saat ini|kata sandi lama|password lama|kata laluan semasa|kata sandi sekarang|" +
        "sandi lama|sandi saat ini|password saat ini|password sekarang|pin lama",
    repeat: "konfirmasi kata sandi|ulangi kata sandi|konfirmasi password|ulangi password|konfirmasi|ulangi|" +
        "sahkan kata laluan|sahkan kata laluan baharu|masukkan semula kata laluan|ulang kata sandi|ketik ulang|" +
        "masukkan ulang|konfirmasi sandi|konfirmasi kata sandi baru|ulangi sandi|pengesahan kata laluan|" +
        "ulang kata laluan",
    code: "kode verifikasi|kode otp|kod pengesahan|kode keamanan|kode konfirmasi|kod keselamatan|kod otp|" +
        "nombor tac|kod tac|tac|kode sms|kode sekali pakai|kode 6 digit|kode unik sms|masukkan otp|" +
        "kod sekali guna|kod 6 digit|kode autentikasi|kata laluan sekali",
    bareCode: "kode|kode aktivasi|masukkan kode|kod|masukkan kod",
    phone: "nomor telepon|nomor hp|no hp|telepon|nomor ponsel|nombor telefon|nomor handphone|no telepon|" +
        "nomor telepon seluler|handphone|no telp|no handphone|nomor whatsapp|no telefon|nombor telefon bimbit|" +
        "telefon bimbit|hp",
    personName: "nama lengkap|nama depan|nama belakang|nama|nama penuh|nama sesuai ktp|nama penerima|" +
        "nama perusahaan|nama pemegang kartu|nama ibu kandung|nama anda|nama sesuai",
    address: "alamat|kota|provinsi|negara|kecamatan|kelurahan|kabupaten|jalan|alamat lengkap|alamat pengiriman|" +
        "bandar|negeri|alamat rumah",
    postal: "kode pos|poskod",
    cardNumber: "nomor kartu|kartu kredit|masa berlaku|nomor rekening|no rekening|nombor kad|kad kredit|" +
        "tarikh luput|kartu hadiah",
    cardCode: "kode keamanan kartu|cvv",
    birth: "tanggal lahir|tgl lahir|tempat lahir|tanggal|tahun|bulan|tarikh lahir|umur|usia",
    coupon: "kode promo|kode voucher|kode referral|nomor pesanan|kod promosi|kod baucar|kupon|kode kupon|" +
        "kode undangan|kode diskon|nomor resi|no resi|kode booking|kode pemesanan|kode unik undian|kod rujukan|" +
        "nombor pesanan|kode bayar|nomor invoice|kode rujukan|kod diskaun|voucher",
    captcha: "kode captcha|kode gambar|karakter pada gambar|kode di atas|huruf pada gambar|hasil penjumlahan|" +
        "berapa hasil|kod keselamatan gambar",
    answer: "pertanyaan keamanan|jawaban|pertanyaan rahasia|soalan keselamatan|jawapan",
    search: "cari|pencarian|cari produk|kata pencarian|cari di sini|carian",
    company: "perusahaan|pekerjaan|jenis kelamin|jabatan|instansi|syarikat|jantina|pekerjaan anda|bahasa",
    website: "situs web|laman web",
    machine: "peladen|basis data|nama jaringan|" +
        "nama host|alamat ip|pangkalan data|alamat server|pelayan|nama rangkaian|gerbang",
    amount: "jumlah|harga|nominal|kuantitas|banyaknya|kuantiti",
    message: "pesan|komentar|subjek|keterangan|catatan|deskripsi|mesej|isi pesan|perihal|keperluan",
    nationalId: "nomor ktp|nik|kad pengenalan|no kad pengenalan|nomor paspor|npwp|no ktp|" +
        "nomor induk kependudukan|mykad|nombor kad pengenalan|no ic|nomor polisi|no passport|no pengenalan|" +
        "nombor pengenalan",
    key: "kunci api|kata sandi wifi|password wifi|kata laluan wifi|kode cadangan|" +
        "kata sandi wi fi|kata sandi jaringan|kata sandi berkas|kata sandi file|kunci rahasia|kunci lisensi|" +
        "kode pemulihan|kata sandi enkripsi|frasa pemulihan",
    decoy: "biarkan kosong|kosongkan kolom ini",
    login: "masuk|log masuk|log masuk akaun|masuk ke akun|masuk akun|silakan masuk|log masuk sekarang|" +
        "akun saya|selamat datang kembali|sudah terdaftar|masuk ke|masuk dengan|login akun",
    signUp: "daftar|buat akun|registrasi|daftar sekarang|buat akaun|daftar akaun|cipta akaun|buat akun baru|" +
        "daftar akun|pendaftaran|daftar akaun baru|daftar gratis|buat akun gratis|jadi anggota|daftar disini|" +
        "bergabung|" +
        "tambah pengguna|pengguna baru",
    changePassword: "ubah kata sandi|ganti kata sandi|ganti password|ubah password|perbarui kata sandi|" +
        "simpan kata sandi|tukar kata laluan|ubah sandi|ganti sandi|simpan password",
    resetPassword: "atur ulang kata sandi|reset kata sandi|atur ulang sandi|pulihkan akun|reset password anda|" +
        "set semula kata laluan|setel ulang kata sandi|pemulihan akun",
    forgot: "lupa kata sandi|lupa password|lupa kata laluan|lupa sandi|terlupa kata laluan|lupa id pengguna|" +
        "lupa|lupa nama pengguna|lupa pin|lupa password anda",
    remember: "ingat saya|ingat aku|biarkan saya tetap masuk|tetap masuk|kekal log masuk|ingat perangkat|" +
        "simpan login",
    terms: "saya setuju|syarat dan ketentuan|kebijakan privasi|syarat ketentuan|saya bersetuju|terma dan syarat",
    haveAccount: "sudah punya akun|sudah memiliki akun|sudah mempunyai akaun|sudah ada akun|sudah terdaftar|" +
        "sudah menjadi anggota|punya akun|sudah ada akaun",
    noAccount: "belum punya akun|belum memiliki akun|tiada akaun|belum mempunyai akaun|tidak punya akun|" +
        "belum terdaftar|pengguna baru|pelanggan baru|tidak mempunyai akaun",
    subscribe: "berlangganan|buletin|langganan|daftar newsletter|dapatkan info|dapatkan promo|langgan|" +
        "surat berita",
    contact: "hubungi kami|kirim pesan|kirim komentar|hantar mesej|kirim",
    checkout: "pembayaran|pesanan|keranjang|pengiriman|bayar|belanja|checkout|troli|beli sekarang",
    settings: "pengaturan jaringan|pengaturan email|pengaturan server|uji koneksi|pengaturan wifi|pengaturan wi fi|" +
        "pengaturan router|enkripsi|tetapan rangkaian|tetapan wifi|server surel",
    verify: "sahkan|verifikasi|kirim ulang kode|kami telah mengirim|masukkan kode|hantar kod|kirim kode|" +
        "kirim otp|kirim ulang|verifikasi dua langkah|tidak menerima kode|kode telah dikirim|dikirim ke|" +
        "hantar semula|pengesahan dua langkah|kami mengirim",
    updateEmail: "ubah email|ganti email|email baru|e mel baharu|tukar e mel",
    deleteAccount: "hapus akun|hapus akun saya|tutup akun|padam akaun|nonaktifkan",
    unlock: "buka kunci|masukkan kata sandi untuk melanjutkan|konfirmasi kata sandi untuk",
    connect: "sambungkan|hubungkan|sambung",
    save: "simpan|simpan perubahan|tambah|tambahkan|terapkan",
};
