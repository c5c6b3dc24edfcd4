/// The phrases by which the parts of a receipt are told apart, in capitals.
enum ReceiptPhrases {
  static let finalTotal = [
    "GRAND TOTAL", "ROUNDED TOTAL", "TOTAL ROUNDED", "NET TOTAL", "NETT TOTAL", "AMOUNT DUE", "BALANCE DUE",
    "TOTAL DUE",
    "TOTAL TO PAY", "TO PAY", "ZU ZAHLEN", "TOTAL AFTER ROUNDING", "TOTAL PAYABLE", "AMOUNT PAYABLE", "GESAMTBETRAG",
    "NET AMOUNT",
    "ENDBETRAG", "RECHNUNGSBETRAG", "TOTAL AFTER", "TOTAL TTC", "A PAYER", "JUMLAH KESELURUHAN", "JUMLAH BAYARAN",
    "TOTAL A PAGAR",
  ]
  static let total = [
    "TOTAL", "SUMME", "GESAMT", "TOTALE", "TOTAAL", "TOTAL SALES", "TOTAL AMOUNT", "TOTAL INCL", "SUMA", "JUMLAH",
  ]
  /// Totals of something else.
  static let otherTotal = [
    "SUB TOTAL", "SUBTOTAL", "ZWISCHENSUMME", "TOTAL QTY", "TOTAL QUANTITY", "TOTAL ITEM", "TOTAL ITEMS", "TOTAL GST",
    "TOTAL TAX",
    "TOTAL VAT", "TOTAL SST", "TOTAL DISCOUNT", "TOTAL SAVINGS", "TOTAL SAVING", "TOTAL EXCL", "TOTAL EXCLUDING",
    "TOTAL BEFORE",
    "TOTAL ROUNDING", "EXCLUSIVE", "TOTAL POINTS", "TOTAL CHANGE", "TOTAL PAID", "NETTO",
  ]
  static let subtotal = ["SUB TOTAL", "SUBTOTAL", "ZWISCHENSUMME", "TOTAL EXCL", "TOTAL BEFORE"]
  static let rounding = ["ROUNDING", "ROUNDING ADJ", "ROUNDING ADJUSTMENT", "RUNDUNG"]
  static let discount = ["DISCOUNT", "RABATT", "VOUCHER", "COUPON"]
  static let paid = [
    "CASH", "CASH TENDERED", "TENDERED", "PAID", "BAR", "GEGEBEN", "GEGEBEN BAR", "CASH RECEIVED", "AMOUNT TENDERED",
    "TENDER",
    "PAYMENT", "CASH PAID", "TUNAI", "BAYARAN", "ESPECES", "ESPÈCES", "CONTANTI", "EFECTIVO", "CONTANT",
  ]
  static let card = [
    "VISA", "MASTERCARD", "CARD", "CREDIT CARD", "DEBIT", "CONTACTLESS", "AMEX", "MAESTRO", "GIROCARD", "EC",
  ]
  static let change = [
    "CHANGE", "CHANGE DUE", "RUECKGELD", "RÜCKGELD", "ZURUECK", "ZURÜCK", "BALANCE", "BAKI", "RENDU", "RESTO", "CAMBIO",
  ]
  static let tax = [
    "GST", "SST", "VAT", "TAX", "MWST", "UST", "SALES TAX", "SERVICE TAX", "TVA", "IVA", "BTW", "SERVICE CHARGE",
  ]
  static let notTax = [
    "TAX INVOICE", "GST ID", "GST NO", "GST REG", "VAT NO", "VAT REG", "TAX ID", "TAX CODE", "INCLUSIVE", "INCL GST",
  ]
  static let summary = ["GST SUMMARY", "TAX SUMMARY", "TAX CODE", "GST ANALYSIS", "VAT SUMMARY", "SST SUMMARY"]
  /// Rows that stand below the articles.
  static let end =
    finalTotal + total + subtotal + rounding + paid + card + change + tax + summary + discount + [
      "TOTAL QTY", "ITEM COUNT", "THANK YOU",
    ]

  static let company = [
    "SDN BHD", "BHD", "ENTERPRISE", "GMBH", "LTD", "LIMITED", "INC", "LLC", "PTE LTD", "TRADING", "HOLDINGS", "CORP",
    "CO KG", "PLC",
    "AG", "KG", "SARL", "SRL", "BV",
  ]
  /// Rows that name neither a merchant nor its address.
  static let notHeader = [
    "TAX INVOICE", "CASH BILL", "INVOICE", "RECEIPT", "WELCOME", "CASH SALES", "SIMPLIFIED TAX", "ORDER", "DUPLICATE",
    "COPY", "CASH SALE",
    "OFFICIAL RECEIPT", "KASSENBON", "QUITTUNG", "RECHNUNG", "THANK YOU", "WILLKOMMEN",
  ]
  /// Rows that end an address.
  static let afterAddress = [
    "TEL", "FAX", "PHONE", "MOBILE", "GST", "VAT", "SST", "UID", "UST", "TEL NO", "EMAIL", "WWW", "HTTP", "DATE",
    "DATUM", "CASHIER", "BILL",
    "DOC", "TABLE", "SERVER", "TIME", "REG", "CHECK", "HP", "STEUERNR", "WEB", "POS", "PRINTED", "QTY", "DESCRIPTION",
    "DOCUMENT",
    "ITEM",
  ]
  static let registration = [
    "CO REG", "REG NO", "CO REG NO", "COMPANY REG", "ROC", "ROC NO", "COMPANY NO", "REGISTRATION",
  ]

  static let dateLabel = ["DATE", "DATUM", "BILL DATE", "INVOICE DATE", "DATE TIME", "PRINTED"]
  static let otherDate = ["EXP", "EXPIRY", "VALID", "BEST BEFORE", "RETURN BY", "DUE DATE", "UNTIL", "SINCE"]
}
