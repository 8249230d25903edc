import FieldModel

/// What was wrong with a line, in every language.
enum DamageWords {
    static let zeroBytes = Phrase("{bytes} zero bytes", "{bytes} octets nuls", "{bytes} 个零字节")
    static let tooLong = Phrase(
        "a line of {bytes} bytes; at most {limit} are read", "une ligne de {bytes} octets ; au plus {limit} sont lus",
        "一行有 {bytes} 字节，最多读取 {limit}")
    static let byteOrderMark = Phrase(
        "a byte order mark, passed over", "une marque d'ordre des octets, ignorée", "字节顺序标记，已跳过")
    static let carriageReturns = Phrase(
        "lines that end in CR LF, read like any other", "des lignes terminées par CR LF, lues comme les autres",
        "以 CR LF 结尾的行，照常读取")

    static let movedAway = Phrase(
        "{bytes} bytes were moved to a .torn file by a recovery",
        "{bytes} octets ont été déplacés dans un fichier .torn par une récupération", "{bytes} 字节已由恢复移入 .torn 文件")
    static let joined = Phrase(
        "half a line, with the next one joined to it", "une demi-ligne, suivie de la ligne suivante", "半行，与下一行相连")
    static let truncated = Phrase(
        "the line is truncated: {cause}", "la ligne est tronquée : {cause}", "该行不完整：{cause}")
    static let repaired = Phrase(
        "text that is no UTF-8, replaced by U+FFFD", "du texte qui n'est pas de l'UTF-8, remplacé par U+FFFD",
        "不是 UTF-8 的文本，已替换为 U+FFFD")
    static let blank = Phrase("a line of white space", "une ligne de blancs", "空白行")
    static let lacks = Phrase("a record needs {lack}", "un enregistrement demande {lack}", "记录需要{lack}")

    static let headerRefused = Phrase(
        "not read: the header was refused", "non lue : l'en-tête a été refusé", "未读取：表头被拒绝")
    static let repeatedColumns = Phrase(
        "columns named twice, the first one counts: {names}",
        "des colonnes nommées deux fois, la première compte : {names}", "列名重复，以第一列为准：{names}")
    static let rowTruncated = Phrase("the row is truncated", "la ligne de données est tronquée", "该数据行不完整")
    static let neverClosed = Phrase(
        "a quoted cell that is never closed", "une cellule entre guillemets jamais fermée", "带引号的单元格没有结束")
    static let tooManyColumns = Phrase(
        "{count:column|columns} too many: expected {expected}, found {found}",
        "{count:colonne|colonnes} de trop : attendu {expected}, trouvé {found}", "多出 {count} 列：应为 {expected}，实为 {found}"
    )
    static let tooFewColumns = Phrase(
        "{count:column|columns} too few: expected {expected}, found {found}",
        "il manque {count:colonne|colonnes} : attendu {expected}, trouvé {found}",
        "缺少 {count} 列：应为 {expected}，实为 {found}")
    static let otherCell = Phrase(
        "column {name} holds something else than {wanted}", "la colonne {name} contient autre chose que {wanted}",
        "列 {name} 的内容不是{wanted}")
    static let number = Phrase(
        "a number with a decimal point", "un nombre à point décimal", "带小数点的数字")
    static let oneOf = Phrase("{codes}", "{codes}", " {codes}")

    private static let expected = Phrase(
        "expected {wanted} at byte {offset}, found {found}", "attendu {wanted} à l'octet {offset}, trouvé {found}",
        "第 {offset} 字节处应为{wanted}，实为{found}")
    private static let theEnd = Phrase("the end", "la fin", "结尾")

    /// - Parameter found: nil for the end.
    static func expected(_ wanted: Phrase, at offset: Int, found: String?) -> Sentence {
        Sentence(
            expected, [.init("offset", .integer(Int64(offset)))] + (found.map { [.init("found", .string($0))] } ?? []),
            clauses: [.init("wanted", wanted)] + (found == nil ? [.init("found", theEnd)] : []))
    }

    /// A phrase with one number in it.
    static func sentence(_ phrase: Phrase, bytes: Int64) -> Sentence {
        Sentence(phrase, [.init("bytes", .integer(bytes))])
    }
}
