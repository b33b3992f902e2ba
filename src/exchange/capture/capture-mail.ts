import type { Mail, MailAttachment } from "../../formats/mail/mail.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { hashText } from "../../platform/lib/hash-text.ts";
import { enterReport } from "../../pipeline/intake/enter-report.ts";
import type { CaptureDeps } from "./deps.ts";
import type { Capture } from "./schema.ts";

/** Longer identities are hashed, since they are indexed. */
const MAX_ID_CHARS = 500;

/**
 * Enters an email into the intake as one report: its text, then that of each readable attachment. Recognizes an email
 * sent before by its Message-ID.
 * @throws AppError `document_unreadable`, `document_empty`, `text_too_long`, `quota_exceeded`
 */
export async function captureMail(
  deps: CaptureDeps,
  actor: Actor,
  bytes: Uint8Array,
): Promise<Capture> {
  const mail = await deps.readers.mail(actor.name, bytes);
  const { text, attachments } = writeText(mail, deps.settings.MAX_TEXT_CHARS);
  if (text === "") throw emptyMail(attachments);
  const title = titleOf(mail, deps.now());
  const entered = await enterReport(deps, actor, {
    title,
    url: null,
    publisher: mail.from,
    summary: "",
    text,
    published_at: mail.sent_at,
    technique_ids: [],
    group_ids: [],
    foreign_key: await identityOf(mail, text),
  });
  return { ...entered, title, attachments };
}

/** Concatenates the texts, each attachment under its name, and names those beyond the limit. */
function writeText(
  mail: Mail,
  maxChars: number,
): { text: string; attachments: Capture["attachments"] } {
  let { text } = mail;
  if (text.length > maxChars) {
    throw new AppError(
      "text_too_long",
      `The email has more than ${maxChars} characters; split it.`,
    );
  }
  const attachments = mail.attachments.map((attachment) => {
    const { name, reason } = attachment;
    if (attachment.text === null) return { name, is_read: false, reason };
    const longer = [text, `# ${name}`, attachment.text].filter((part) => part !== "").join("\n\n");
    if (longer.length > maxChars) return { name, is_read: false, reason: noRoom(maxChars) };
    text = longer;
    return { name, is_read: true, reason: null };
  });
  return { text, attachments };
}

function noRoom(maxChars: number): string {
  return `With it the email would have more than ${maxChars} characters; send it apart.`;
}

/**
 * Returns the subject with the date, since a digest has the same subject each week and the intake identifies reports by
 * title.
 */
function titleOf({ subject, sent_at }: Mail, now: string): string {
  const [day] = (sent_at ?? now).split("T");
  return `${subject === "" ? "Email without a subject" : subject} (email of ${day})`;
}

async function identityOf({ message_id, from, subject, sent_at }: Mail, text: string) {
  const id = message_id ?? JSON.stringify([from, subject, sent_at, await hashText(text)]);
  return `mail:${id.length <= MAX_ID_CHARS ? id : await hashText(id)}`;
}

function emptyMail(attachments: Pick<MailAttachment, "name" | "reason">[]): AppError {
  const why = attachments.map(({ name, reason }) => `${name}: ${reason}`).join(" ");
  return new AppError(
    "document_empty",
    `The email has no text that can be read.${why === "" ? "" : ` ${why}`}`.slice(0, 1_000),
  );
}
