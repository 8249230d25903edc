/// A table of the page: a caption, a head, rows of cells. Long ones are cut, and say where the rest is.
struct PageTable {
    enum Cell {
        /// Words of ours, codes, numbers.
        case text(String)
        /// Free text of a log.
        case foreign(String)
        /// RFC 3339; the page shows it in the zone that is chosen.
        case time(String)
        /// A command to copy.
        case code(String)
    }

    var caption: String
    var head: [String]
    var rows: [[Cell]]
    /// Rows beyond this are left out.
    static let mostRows = 400

    /// - Parameter more: what stands under a table that was cut, with the number of rows that are left out.
    func write(to page: inout PageText, more: (Int) -> String) {
        page.markup("<div class=\"scroll\" tabindex=\"0\" role=\"region\"")
        page.attribute("aria-label", caption)
        page.markup("><table>")
        page.element("caption", caption)
        page.markup("<thead><tr>")
        for name in head {
            page.markup("<th scope=\"col\">")
            page.text(name)
            page.markup("</th>")
        }
        page.markup("</tr></thead><tbody>\n")
        for row in rows.prefix(Self.mostRows) { Self.write(row, to: &page) }
        page.markup("</tbody></table></div>\n")
        if rows.count > Self.mostRows { page.element("p", class: "more", more(rows.count - Self.mostRows)) }
    }

    private static func write(_ row: [Cell], to page: inout PageText) {
        page.markup("<tr>")
        for cell in row {
            page.markup("<td>")
            write(cell, to: &page)
            page.markup("</td>")
        }
        page.markup("</tr>\n")
    }

    static func write(_ cell: Cell, to page: inout PageText) {
        switch cell {
        case .text(let text): page.text(text)
        case .foreign(let text): page.foreign(text)
        case .code(let text): page.element("code", text)
        case .time(let text):
            page.markup("<time")
            page.attribute("datetime", text)
            page.markup(">")
            // Without scripts it is UTC, as everywhere in this toolkit.
            page.text(String(text.prefix(19).map { $0 == "T" ? " " : $0 }))
            page.markup("</time>")
        }
    }
}
