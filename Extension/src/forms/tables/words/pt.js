/** Portuguese, of Portugal and of Brazil. */
export const pt = {
    email: "e mail|email|correio eletrônico|endereço de e mail|endereço de email|seu e mail|correio",
    username: "usuário|nome de usuário|utilizador|nome de utilizador|identificação|código de usuário|" +
        "id do usuário|código de acesso do cliente|cpf ou e mail|e mail ou cpf|login|nome do usuário|" +
        "conta de usuário|email ou cpf|cpf email|cpf cnpj ou e mail|número de contribuinte e senha|" +
        "usuário ou e mail|e mail ou usuário|nome de utilizador ou e mail|email ou nome de utilizador|" +
        "utilizador ou e mail|e mail ou nome de usuário|cpf e mail ou celular",
    accountNumber: "número de cliente|número de adesão|número do cliente|matrícula do aluno|código do cliente|" +
        "número da carteirinha|carteirinha|número de sócio|número de contrato|número de utente|" +
        "código do assinante|número da apólice|matrícula|número de leitor",
    nickname: "apelido",
    loginWord: "acesso|conta|entrar",
    password: "senha|palavra passe|palavra chave de acesso|código secreto|palavra passe de acesso|" +
        "senha de acesso|palavrapasse",
    newPassword: "nova senha|nova palavra passe|criar senha|crie uma senha|escolha uma senha|crie sua senha|" +
        "criar uma senha|definir senha|senha nova|crie uma palavra passe|escolha uma palavra passe|" +
        "defina uma senha|cadastre uma senha|cadastrar senha",
    currentPassword: "senha atual|palavra passe atual|senha antiga|senha anterior|palavra passe antiga|" +
        "antiga senha",
    repeat: "confirmar|confirmação|repetir|repita|confirme|novamente|de novo|confirmar senha|confirme a senha|" +
        "redigite|repita a senha|confirmar palavra passe|confirma|confirmação de senha|digite novamente|" +
        "confirmação da senha",
    code: "código de verificação|código de segurança|código de confirmação|código sms|código de uso único|" +
        "token|código de acesso|código de autenticação|código temporário|código de 6 dígitos|código recebido|" +
        "código enviado|senha de uso único|6 dígitos|código único|código de validação",
    bareCode: "código|pin|dígitos|digite o código|insira o código|introduza o código|código de ativação",
    phone: "telefone|celular|telemóvel|número de telefone|telefone celular|ddd|telefone fixo|whatsapp|fone|" +
        "indicativo",
    personName: "nome|sobrenome|nome completo|primeiro nome|último nome|apelidos|nome próprio|seu nome|" +
        "nome e sobrenome|nome no cartão|titular|titular do cartão|razão social|nome da mãe|nome social",
    address: "endereço|rua|cidade|país|estado|bairro|complemento|morada|localidade|número da casa|logradouro|" +
        "uf|distrito|endereço de entrega|concelho|freguesia|província|região",
    postal: "cep|código postal",
    cardNumber: "número do cartão|cartão de crédito|cartão|validade|data de validade|vencimento|vale presente|" +
        "iban",
    cardCode: "senha do cartão|código de segurança do cartão|cvv|cvc|código do cartão|código verificador",
    birth: "data de nascimento|nascimento|dia|mês|ano|idade|aniversário|dd mm aaaa|data|chegada|partida",
    coupon: "cupom|código promocional|cupom de desconto|desconto|vale|código de convite|código de indicação|" +
        "cupão|número do pedido|código da reserva|código de desconto|localizador|código de rastreio|" +
        "código de rastreamento|voucher|número da encomenda|indicação|cartão presente|vale presente|" +
        "código de coleta|código exibido na|código que aparece na|rastrear|resgatar|número do processo|" +
        "número do bilhete|protocolo|número de protocolo",
    captcha: "caracteres da imagem|texto da imagem|letras da imagem|código da imagem|digite os caracteres|" +
        "não sou um robô|quanto é|caracteres abaixo|digite o texto|código ao lado|caracteres ao lado|" +
        "digite as letras|resolva a soma|caracteres que vê|escreva os caracteres",
    answer: "pergunta secreta|pergunta de segurança|resposta secreta|resposta|pergunta|dica|lembrete de senha",
    search: "buscar|busca|pesquisar|pesquisa|procurar|palavra chave|palavras chave|o que você procura|" +
        "encontrar|filtrar",
    company: "empresa|cargo|título|sexo|gênero|organização|profissão|ocupação|idioma|instituição|departamento",
    machine: "servidor|banco de dados|base de dados|gateway|endereço ip|" +
        "porta|nome do host|nome da rede|servidor de e mail",
    amount: "valor|quantia|quantidade|preço|total|doação|adultos|crianças|hóspedes|passageiros",
    message: "mensagem|comentário|assunto|descrição|observações|sua mensagem|nota|motivo",
    website: "site|página|endereço web|url|link",
    nationalId: "cpf|cnpj|rg|nif|passaporte|número do documento|contribuinte|bilhete de identidade|" +
        "cartão de cidadão|documento|número de contribuinte|placa|cpf cnpj|inscrição estadual",
    key: "chave de api|chave da api|chave secreta|token de acesso|senha do wifi|senha do wi fi|" +
        "chave de licença|chave pix|chave aleatória|senha da rede|palavra passe do wi fi|código de recuperação|" +
        "código de backup|" +
        "chave de rede|palavra passe wi fi|chave api|senha do arquivo|senha de criptografia|frase de recuperação|" +
        "senha do link",
    decoy: "deixe em branco|deixe este campo em branco|não preencher|deixe este campo vazio",
    login: "entrar|iniciar sessão|login|acessar|fazer login|acesse|aceder|já sou cliente|minha conta|conectar|" +
        "logar|acesse sua conta|área do cliente|entre na sua conta|iniciar sessão em|já tenho cadastro|" +
        "bem vindo de volta|área de cliente|a minha conta|acesso à conta|autenticação|autenticar",
    signUp: "cadastrar|cadastre se|registrar|registar|criar conta|criar uma conta|crie sua conta|inscreva se|" +
        "cadastro|registe se|novo cadastro|criar minha conta|abrir conta|registo|registro|abra sua conta|" +
        "nova conta|quero me cadastrar|inscrever|cadastrar se|criar perfil|novo cliente|crie uma conta|" +
        "registre se|fazer cadastro|" +
        "adicionar usuário|criar usuário|novo usuário|adicionar utilizador|novo utilizador",
    changePassword: "alterar senha|mudar senha|trocar senha|alterar palavra passe|alterar a senha|" +
        "troca de senha|alteração de senha|atualizar senha|redefinir palavra passe atual|salvar senha|" +
        "mudar a senha|alterar a palavra passe",
    resetPassword: "redefinir senha|recuperar senha|recuperar conta|redefinir a senha|recuperar palavra passe|" +
        "redefinição de senha|recuperação de senha|repor palavra passe|recuperar acesso",
    forgot: "esqueci minha senha|esqueceu a senha|esqueceu sua senha|esqueci a senha|esqueceu|esqueci|" +
        "esqueci me|esqueceu se da palavra passe|recuperar a senha|problemas para entrar|não lembro|" +
        "perdeu a senha|lembrar senha",
    remember: "lembrar me|lembrar de mim|manter conectado|lembre se de mim|continuar conectado|memorizar|" +
        "mantenha me conectado|manter sessão iniciada|permanecer conectado|lembrar|salvar usuário|" +
        "confiar neste dispositivo|mantenha conectado",
    terms: "termos de uso|termos e condições|aceito|política de privacidade|li e aceito|termos|" +
        "condições de utilização|concordo",
    haveAccount: "já tem uma conta|já tem conta|já tenho conta|já é cadastrado|já possui conta|" +
        "já possui cadastro|já tenho uma conta|já é cliente|já está registado|já possui uma conta|já é membro|" +
        "já tem cadastro",
    noAccount: "não tem uma conta|não tem conta|não possui conta|ainda não tem conta|novo por aqui|" +
        "não tenho conta|não é cadastrado|ainda não é cliente|não possui cadastro|ainda não tem uma conta|" +
        "primeira vez|novo cliente|não tem cadastro|não possui uma conta|novo usuário|primeiro acesso",
    subscribe: "newsletter|assinar|assine|receba novidades|receber novidades|boletim|subscrever|" +
        "inscreva se na newsletter|receba nossas ofertas|receba|ofertas por e mail|cadastre seu e mail|subscreva|" +
        "fique por dentro",
    contact: "contato|contacto|fale conosco|enviar mensagem|deixe um comentário|formulário de contato|" +
        "entre em contato|publicar comentário|solicitar orçamento|orçamento|agendar|avaliação|contacte nos|" +
        "enviar comentário|pesquisa de satisfação",
    checkout: "pagamento|pedido|entrega|finalizar compra|comprar|carrinho|pagar|encomenda|como convidado|" +
        "finalizar pedido|doar|envio|dados de entrega|reserva|fatura",
    verify: "verificar|validar|verificação em duas etapas|autenticação de dois fatores|reenviar código|" +
        "verificação|enviamos um código|confirmar código|digite o código|insira o código|não recebeu|" +
        "verifique sua identidade|dois fatores|verificação em dois passos|introduza o código|enviar código|" +
        "receber código|enviamos um sms|enviado para",
    updateEmail: "alterar e mail|mudar e mail|novo e mail|atualizar e mail|alterar email|novo email|" +
        "trocar e mail",
    deleteAccount: "excluir conta|apagar conta|eliminar conta|encerrar conta|desativar conta|" +
        "excluir minha conta",
    unlock: "digite sua senha para|desbloquear|bloqueado|" +
        "confirme sua senha|confirme a sua palavra passe",
    connect: "conectar|" +
        "ligar à rede",
    settings: "criptografia|variáveis de ambiente|configurações de rede|servidor de e mail|testar conexão|" +
        "servidor smtp|" +
        "configurações de e mail|configurações do servidor|testar ligação|rede sem fio|rede sem fios|" +
        "configurações do roteador|definições de rede",
    save: "salvar|guardar|salvar alterações|aplicar|adicionar|gravar",
};
