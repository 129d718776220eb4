/** Lao. */
export const lo = {
    email: "ອີເມວ|ອີເມລ",
    username: "ຊື່ຜູ້ໃຊ້",
    password: "ລະຫັດຜ່ານ",
    newPassword: "ລະຫັດຜ່ານໃໝ່",
    currentPassword: "ລະຫັດຜ່ານປັດຈຸບັນ|ລະຫັດຜ່ານເກົ່າ",
    repeat: "ຢືນຢັນລະຫັດຜ່ານ",
    code: "ລະຫັດຢືນຢັນ",
    bareCode: "ລະຫັດ",
    phone: "ເບີໂທ|ເບີໂທລະສັບ",
    personName: "ຊື່|ນາມສະກຸນ",
    search: "ຄົ້ນຫາ",
    login: "ເຂົ້າສູ່ລະບົບ",
    signUp: "ລົງທະບຽນ|ສ້າງບັນຊີ|ສະໝັກ",
    forgot: "ລືມລະຫັດຜ່ານ",
    verify: "ຢືນຢັນ|ສົ່ງລະຫັດ",
};
