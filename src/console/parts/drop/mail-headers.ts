/** The email reader rejects files without any of these. */
const OF_A_MAIL = /^(?:from|sender|subject|date|message-id):/imu;
const SENDER = /^from:/imu;
/** Written by programs, not by the author of a report. */
const BY_PROGRAM = /^(?:message-id|received|mime-version):/imu;

/** Returns whether a file with an email extension is an email. */
export function hasMailHeaders(text: string): boolean {
  return OF_A_MAIL.test(firstLines(text));
}

/** Returns whether a text without a known extension is an email. */
export function isMail(text: string): boolean {
  const headers = firstLines(text);
  return SENDER.test(headers) && BY_PROGRAM.test(headers);
}

/** Returns the lines before the first empty one. */
function firstLines(text: string): string {
  return text.trimStart().split(/\r?\n[ \t]*\r?\n/u, 1)[0] ?? "";
}
