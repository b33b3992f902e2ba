/** The reader of emails takes nothing that has none of these. */
const OF_A_MAIL = /^(?:from|sender|subject|date|message-id):/imu;
const SENDER = /^from:/imu;
/** Written by programs, and by no author of a report. */
const BY_PROGRAM = /^(?:message-id|received|mime-version):/imu;

/** Whether a file that is named as an email is one. */
export function hasMailHeaders(text: string): boolean {
  return OF_A_MAIL.test(firstLines(text));
}

/** Whether a text that nothing names is an email. */
export function isMail(text: string): boolean {
  const headers = firstLines(text);
  return SENDER.test(headers) && BY_PROGRAM.test(headers);
}

/** The lines before the first empty one. */
function firstLines(text: string): string {
  return text.trimStart().split(/\r?\n[ \t]*\r?\n/u, 1)[0] ?? "";
}
