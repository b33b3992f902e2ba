/**
 * Returns a cell that no spreadsheet can split into formulas. Where the list separator is a semicolon, Excel ignores
 * the quotes of a comma-separated file and splits at each semicolon and line end.
 */
export function guardCell(text: string): string {
  return text.replace(/(?<=.[;\r\n])(?=[=+\-@＝＋－＠])/gsu, "'");
}
