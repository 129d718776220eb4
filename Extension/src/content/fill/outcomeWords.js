// Words of errors and of success in the texts of pages, as sources of regular expressions.
//
// A word in a text proves nothing. An error word only prevents a question, and a success word only prevents an alert from
// counting as an error.

/** Words of an error, such as "incorrect" and "does not match". */
export const errorWords = [
    "incorrect|\\bwrong|invalid|mismatch|\\berrors?\\b|\\bfail(?:ed|ure|s)?\\b|\\bdenied\\b|\\brejected\\b|try again|unable to|" +
        "\\b(?:could|can|does|is|was|were|are)(?: not|n['’]t)\\b|\\bcannot\\b|\\b(?:do not|don['’]t) match|\\bnot been\\b|" +
        "\\btoo (?:short|weak|long|common|simple|many)|\\bmust (?:be|contain|differ|have|include|not)\\b|\\balready (?:used|been used)",
    "falsch|ungültig|nicht (?:korrekt|richtig|gültig|geändert)|stimm\\w* nicht|fehler|fehlgeschlagen|erneut versuchen|zu (?:kurz|schwach)",
    "erroné|invalide|erreur|échec|échoué|ne correspond|n['’]est pas|réessay|trop court",
    "inválid|incorrect[oa]|no (?:es|son|coincid|se pudo)|fall[óo]|fallid|inténtalo|demasiado",
    "incorret|não (?:é|coincid|confere|correspond|foi)|\\berros?\\b|falh|tente novamente",
    "errat[oaie]|\\berrore|sbagliat|fallit|riprova|non (?:è|corrispond|coincid|valid)",
    "onjuist|verkeerd|ongeldig|\\bfout|mislukt|niet (?:juist|overeen|geldig)|probeer",
    "nieprawidłow|niepoprawn|błęd|błąd|niezgodn|nie (?:są|pasuj|zgadza|udało)|spróbuj",
    "неверн|неправильн|ошибк|не совпада|недействит|не удалось|попробуйте|невірн|помилк|не збіга|недійсн|не вдалося",
    "hatal|yanlış|geçersiz|eşleşm|başarısız|tekrar deneyin",
    "felaktig|\\bfel\\b|ogiltig|misslyck|matchar inte|ugyldig|forkert|\\bfeil|mislykk|stemmer ikke|virheelli|väär|ei täsmää|epäonnist",
    "nesprávn|neplatn|chyb[aně]|neshoduj|nezhoduj|selhal|zlyhal|helytelen|hibás|érvénytelen|nem egyez|sikertelen",
    "greșit|nu (?:este|se potriv|corespund)|eroare|eșuat|λάθος|λανθασμέν|μη έγκυρ|σφάλμα|δεν ταιριάζ|απέτυχ",
    "salah|tidak (?:valid|cocok|sesuai|benar)|gagal|không (?:đúng|chính xác|hợp lệ|khớp)|\\bsai\\b|\\blỗi|thất bại",
    "خاطئ|غير صحيح|غير صالح|خطأ|لا تتطابق|فشل|שגוי|שגיאה|לא תקין|אינו תואם|נכשל|गलत|अमान्य|त्रुटि|मेल नहीं|विफल|ไม่ถูกต้อง|ผิด|ไม่ตรง|ล้มเหลว",
    "正しくありません|違います|間違|無効|一致しません|エラー|失敗|できません|错误|錯誤|不正确|不正確|无效|無效|不一致|失败|失敗|不匹配|不符",
    "올바르지|잘못|일치하지|오류|실패|틀렸|틀립",
].join("|");

/** Words of success, such as "changed" and "saved". */
export const successWords = [
    "success|\\b(?:changed|updated|saved|done)\\b", "erfolgreich|geändert|aktualisiert|gespeichert", "succès|modifié|mis à jour|enregistré|changé",
    "éxito|cambiad|actualizad|guardad", "sucesso|alterad|atualizad", "successo|modificat|aggiornat|salvat|cambiat", "gewijzigd|bijgewerkt|opgeslagen",
    "zmienion|zaktualizowan|zapisan|pomyślnie", "успешно|измен[её]н|обновл[её]н|сохранен|змінено|оновлено", "değiştirildi|güncellendi|başarıyla",
    "ändrat|är bytt|har bytts|uppdaterat|sparat|ændret|endret|oppdatert|opdateret|lagret|vaihdettu|päivitetty", "změněn|zmenen|úspěšně|úspešne|sikeres|megváltoz",
    "schimbat|actualizat|άλλαξε|ενημερώθηκε|επιτυχία", "berhasil|diubah|diperbarui|thành công", "تم تغيير|بنجاح|בהצלחה|שונתה|सफल|สำเร็จ",
    "変更しました|変更されました|更新しました|更新されました|成功|已更改|已修改|已更新|변경되었|변경했|성공",
].join("|");

/** Words that negate a text, such as "not changed". */
const negations = "\\bno[tn]?\\b|n['’]t\\b|\\bnicht|\\bkein|\\bpas\\b|\\bn[ãa]o\\b|\\bniet\\b|\\bgeen\\b|\\bnie\\b|(?<!\\p{L})(?:не|ні)(?!\\p{L})|" +
    "\\b(?:inte|ikke|ej|ei|eivät|ne|nem|nu|tidak|không|chưa)\\b|değil|[ea]m[ae]d|(?<!\\p{L})(?:δεν|لم|لا|לא)(?!\\p{L})|नहीं|ไม่|ません|なか|[不没沒未]|않|못|\\bneb|\\bnez";

/** Matches a whole text that has a success word and no negation. */
export const confirmingWords = `^(?![^]*(?:${negations}))[^]*(?:${successWords})`;
