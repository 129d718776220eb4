/** Vietnamese. */
export const vi = {
    email: "email|thư điện tử|địa chỉ email|số điện thoại hoặc email|email hoặc số điện thoại|" +
        "email số điện thoại|địa chỉ e mail|hộp thư|email của bạn|thư điện tử của bạn",
    username: "tên đăng nhập|tài khoản|tên người dùng|tên tài khoản|tên truy cập|tên đăng nhập hoặc email|" +
        "email hoặc tên đăng nhập|mã đăng nhập|tài khoản đăng nhập|số điện thoại email tên đăng nhập|" +
        "tên đăng nhập email",
    accountNumber: "mã khách hàng|mã số khách hàng|mã sinh viên|mã nhân viên|mã số sinh viên|số tài khoản|" +
        "mã thành viên|mã học sinh",
    nickname: "biệt danh|tên hiển thị|bí danh",
    password: "mật khẩu|mật khẩu đăng nhập|mật mã|mật khẩu cấp 1",
    newPassword: "mật khẩu mới|tạo mật khẩu|đặt mật khẩu|thiết lập mật khẩu|chọn mật khẩu|mật khẩu mong muốn",
    currentPassword: "mật khẩu hiện tại|mật khẩu cũ|mật khẩu đang dùng|mật khẩu hiện thời",
    repeat: "nhập lại mật khẩu|xác nhận mật khẩu|nhập lại|xác nhận lại mật khẩu|nhập lại mật khẩu mới|" +
        "xác nhận mật khẩu mới|mật khẩu nhập lại|nhắc lại mật khẩu",
    code: "mã xác nhận|mã xác minh|mã otp|mã xác thực|mã xác thực otp|mật khẩu dùng một lần|mã otp gửi về|" +
        "mã gồm 6 chữ số|mã 6 số|mã bảo mật otp",
    bareCode: "mã|nhập mã|mã pin|mã kích hoạt|mã bảo mật|nhập mã pin",
    phone: "số điện thoại|điện thoại|số di động|sđt|di động|số đt|số điện thoại di động",
    personName: "họ và tên|họ tên|tên|họ|họ và tên đệm|tên đầy đủ|tên chủ thẻ|tên công ty|họ tên người nhận|" +
        "tên của bạn|tên người nhận",
    address: "địa chỉ|thành phố|quận|huyện|phường|tỉnh|số nhà|đường|tỉnh thành|quốc gia|địa chỉ giao hàng",
    postal: "mã bưu chính|mã bưu điện",
    cardNumber: "số thẻ|thẻ tín dụng|ngày hết hạn|ngày phát hành|thẻ quà tặng",
    cardCode: "cvv|mã cvv|mã bảo mật thẻ",
    birth: "ngày sinh|năm sinh|ngày tháng năm sinh|tuổi|ngày",
    coupon: "mã giảm giá|mã giới thiệu|mã khuyến mãi|mã đơn hàng|mã vận đơn|mã ưu đãi|phiếu giảm giá|" +
        "mã người giới thiệu|mã giới thiệu bạn bè|mã đặt chỗ|mã voucher|mã hoá đơn|mã tra cứu|mã hồ sơ",
    captcha: "mã bảo vệ|nhập ký tự|mã captcha|mã kiểm tra|mã an toàn|ký tự trong hình|nhập mã trong hình|" +
        "chuỗi ký tự",
    answer: "câu hỏi bảo mật|câu trả lời|câu hỏi bí mật",
    search: "tìm kiếm|tìm|từ khóa|bạn tìm gì|tìm sản phẩm|tra cứu",
    company: "công ty|nghề nghiệp|giới tính|chức vụ|đơn vị|cơ quan",
    website: "trang web|địa chỉ web",
    machine: "máy chủ|cơ sở dữ liệu|tên mạng|" +
        "cổng kết nối|tên máy chủ|địa chỉ ip|địa chỉ máy chủ|cổng mạng",
    amount: "số tiền|số lượng|giá|số người",
    message: "nội dung|lời nhắn|tin nhắn|bình luận|chủ đề|ghi chú|tiêu đề|góp ý",
    nationalId: "số cmnd|cmnd|cccd|số cccd|căn cước công dân|mã số thuế|số hộ chiếu|hộ chiếu|" +
        "chứng minh nhân dân|số định danh",
    key: "mật khẩu wifi|khóa api|mã truy cập api|mã dự phòng|" +
        "mật khẩu wi fi|mật khẩu mạng|mật khẩu tệp|khóa bí mật|khóa cấp phép|mã khôi phục|mật khẩu mã hóa|" +
        "khóa bản quyền",
    login: "đăng nhập|đăng nhập ngay|đăng nhập hệ thống|đăng nhập tài khoản|tài khoản của tôi|" +
        "chào mừng trở lại|đăng nhập bằng",
    signUp: "đăng ký|tạo tài khoản|đăng kí|đăng ký ngay|đăng ký tài khoản|mở tài khoản|tạo tài khoản mới|" +
        "đăng ký thành viên|" +
        "thêm người dùng|người dùng mới",
    changePassword: "đổi mật khẩu|thay đổi mật khẩu|cập nhật mật khẩu|lưu mật khẩu",
    resetPassword: "đặt lại mật khẩu|khôi phục mật khẩu|lấy lại mật khẩu|cấp lại mật khẩu|khôi phục tài khoản",
    forgot: "quên mật khẩu|quên tên đăng nhập|quên mật khẩu đăng nhập|bạn quên mật khẩu",
    remember: "ghi nhớ|nhớ mật khẩu|ghi nhớ đăng nhập|nhớ tài khoản|duy trì đăng nhập|lưu thông tin đăng nhập|" +
        "nhớ tôi|lưu tài khoản",
    terms: "tôi đồng ý|điều khoản sử dụng|điều khoản|chính sách bảo mật",
    haveAccount: "đã có tài khoản|bạn đã có tài khoản|đã là thành viên",
    noAccount: "chưa có tài khoản|bạn chưa có tài khoản|chưa là thành viên|khách hàng mới",
    subscribe: "đăng ký nhận tin|nhận bản tin|đăng ký nhận bản tin|bản tin|nhận tin khuyến mãi|nhận khuyến mãi",
    contact: "liên hệ|gửi liên hệ|gửi tin nhắn|gửi bình luận|gửi yêu cầu",
    checkout: "thanh toán|đặt hàng|giỏ hàng|giao hàng|mua hàng",
    settings: "cài đặt mạng|cài đặt email|cài đặt máy chủ|kiểm tra kết nối|cài đặt wifi|mạng không dây|mã hóa tệp|" +
        "cấu hình mạng|cấu hình máy chủ",
    verify: "xác thực|xác nhận|xác minh|đã gửi|gửi lại mã|gửi lại|nhập mã|gửi mã|lấy mã|lấy mã otp|" +
        "xác nhận otp|chưa nhận được mã|xác thực hai bước|xác thực 2 bước|mã đã được gửi|nhập mã otp",
    updateEmail: "đổi email|thay đổi email|email mới|cập nhật email",
    deleteAccount: "xóa tài khoản|đóng tài khoản",
    unlock: "mở khóa|" +
        "xác nhận mật khẩu để tiếp tục|nhập mật khẩu để tiếp tục",
    connect: "kết nối",
    save: "lưu|lưu thay đổi|lưu lại|thêm|áp dụng",
};
