/// The roles, one a line: name, required attributes, supported attributes, contexts, what it holds, and flags: c named by
/// content, p hides its children, w a widget, n not to be named. A radiogroup may hold a hint beside its buttons, as every
/// screen reader allows.
enum AriaRoleTable {
  static let lines = """
    alert
    alertdialog||modal
    application||activedescendant disabled errormessage expanded haspopup invalid
    article||posinset setsize
    banner
    blockquote
    button||disabled expanded haspopup pressed|||cpw
    caption|||||n
    cell||colindex colindextext colspan rowindex rowindextext rowspan|row||c
    checkbox|checked|disabled errormessage expanded invalid readonly required|||cpw
    code|||||n
    columnheader||colindex colindextext colspan disabled errormessage expanded haspopup invalid readonly required rowindex rowindextext rowspan selected sort|row||cw
    combobox|expanded|activedescendant autocomplete controls disabled errormessage haspopup invalid readonly required|||w
    comment||level posinset setsize|||c
    complementary
    contentinfo
    definition
    deletion|||||n
    dialog||modal
    directory
    document
    emphasis|||||n
    feed||||article
    figure
    form
    generic|||||n
    grid||activedescendant colcount disabled multiselectable readonly rowcount||caption row rowgroup|w
    gridcell||colindex colindextext colspan disabled errormessage expanded haspopup invalid readonly required rowindex rowindextext rowspan selected|row||cw
    group||activedescendant disabled
    heading|level||||c
    image|||||p
    img|||||p
    insertion|||||n
    link||disabled expanded haspopup|||cw
    list||||listitem
    listbox||activedescendant disabled errormessage expanded invalid multiselectable orientation readonly required||group option|w
    listitem||level posinset setsize|directory list
    log
    main
    mark
    marquee
    math
    menu||activedescendant disabled orientation||group menuitem menuitemcheckbox menuitemradio separator|w
    menubar||activedescendant disabled orientation||group menuitem menuitemcheckbox menuitemradio separator|w
    menuitem||disabled expanded haspopup posinset setsize|group menu menubar||cw
    menuitemcheckbox|checked|disabled errormessage expanded haspopup invalid posinset readonly required setsize|group menu menubar||cpw
    menuitemradio|checked|disabled errormessage expanded haspopup invalid posinset readonly required setsize|group menu menubar||cpw
    meter|valuenow|valuemax valuemin valuetext|||p
    navigation
    none|||||n
    note
    option||checked disabled posinset selected setsize|group listbox||cpw
    paragraph|||||n
    presentation|||||n
    progressbar||valuemax valuemin valuenow valuetext|||pw
    radio|checked|disabled posinset setsize|||cpw
    radiogroup||activedescendant disabled errormessage invalid orientation readonly required|||w
    region
    row||activedescendant colindex disabled expanded level posinset rowindex rowindextext selected setsize|grid rowgroup table treegrid|cell columnheader gridcell rowheader|cw
    rowgroup|||grid table treegrid|row
    rowheader||colindex colindextext colspan disabled errormessage expanded haspopup invalid readonly required rowindex rowindextext rowspan selected sort|row||cw
    scrollbar|controls valuenow|disabled orientation valuemax valuemin valuetext|||pw
    search
    searchbox||activedescendant autocomplete disabled errormessage haspopup invalid multiline placeholder readonly required|||w
    separator||disabled orientation valuemax valuemin valuenow valuetext|||p
    slider|valuenow|disabled errormessage haspopup invalid orientation readonly valuemax valuemin valuetext|||pw
    spinbutton||activedescendant disabled errormessage invalid readonly required valuemax valuemin valuenow valuetext|||w
    status
    strong|||||n
    subscript|||||n
    suggestion|||||n
    superscript|||||n
    switch|checked|disabled errormessage expanded invalid readonly required|||cpw
    tab||disabled expanded haspopup posinset selected setsize|tablist||cpw
    table||colcount rowcount||caption row rowgroup
    tablist||activedescendant disabled multiselectable orientation||tab|w
    tabpanel
    term
    textbox||activedescendant autocomplete disabled errormessage haspopup invalid multiline placeholder readonly required|||w
    time
    timer
    toolbar||activedescendant disabled orientation
    tooltip|||||c
    tree||activedescendant disabled errormessage invalid multiselectable orientation required||group treeitem|w
    treegrid||activedescendant colcount disabled errormessage invalid multiselectable orientation readonly required rowcount||caption row rowgroup|w
    treeitem||checked disabled expanded haspopup level posinset selected setsize|group tree||cw
    graphics-document||
    graphics-object||
    graphics-symbol||||  |p
    doc-abstract
    doc-acknowledgments
    doc-afterword
    doc-appendix
    doc-backlink||disabled expanded haspopup|||cw
    doc-biblioentry
    doc-bibliography
    doc-biblioref||disabled expanded haspopup|||cw
    doc-chapter
    doc-colophon
    doc-conclusion
    doc-cover|||||p
    doc-credit
    doc-credits
    doc-dedication
    doc-endnote
    doc-endnotes
    doc-epigraph
    doc-epilogue
    doc-errata
    doc-example
    doc-footnote
    doc-foreword
    doc-glossary
    doc-glossref||disabled expanded haspopup|||cw
    doc-index
    doc-introduction
    doc-noteref||disabled expanded haspopup|||cw
    doc-notice
    doc-pagebreak|||||p
    doc-pagefooter
    doc-pageheader
    doc-pagelist
    doc-part
    doc-preface
    doc-prologue
    doc-pullquote
    doc-qna
    doc-subtitle||level|||c
    doc-tip
    doc-toc
    """
}
