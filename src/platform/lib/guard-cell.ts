/**
 * A cell that no spreadsheet takes apart into formulas. Where lists are separated by semicolons,
 * Excel does not see the quotes of a comma-separated file, and cuts at each semicolon and line end.
 */
export function guardCell(text: string): string {
  return text.replace(/(?<=.[;\r\n])(?=[=+\-@＝＋－＠])/gsu, "'");
}
