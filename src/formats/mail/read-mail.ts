import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { AppError } from "../../platform/lib/errors.ts";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import type { FetchedPage } from "../documents/decode-page.ts";
import type { DocumentFile, ExtractedDocument } from "../documents/document.ts";
import { cleanText } from "../documents/text-collector.ts";
import type { Mail, MailAttachment } from "./mail.ts";

/** Readers for the parts of an email, within the limits for documents and pages. */
export interface PartReaders {
  document(caller: string, file: DocumentFile): Promise<ExtractedDocument>;
  html(caller: string, page: FetchedPage): Promise<ExtractedDocument>;
}

/** Limits for one email. An email beyond them is not a report. */
const MAX_ATTACHMENTS = 50;
/** The nesting depth of emails. */
const MAX_DEPTH = 4;
const MAX_NAME_CHARS = 255;
const PARSING = { forceRfc822Attachments: true, maxNestingDepth: 32, maxHeadersSize: 256 * 1024 };

/** Attachment formats that hide an email's text, by media type. */
const HIDDEN: Readonly<Record<string, string>> = {
  "application/ms-tnef":
    "Outlook's own format (TNEF) cannot be read; ask for the email as HTML or plain text.",
  "application/pgp-encrypted": "The email is encrypted; send its text.",
  "application/pkcs7-mime": "The email is encrypted or signed as a whole; send its text.",
};
const TOO_MANY = `Only the first ${MAX_ATTACHMENTS} attachments of an email are read.`;
const TOO_DEEP = `Only ${MAX_DEPTH} emails within each other are read.`;

/** How many more attachments may be read, including those of nested emails. */
interface Budget {
  left: number;
}

/**
 * Reads an email (RFC 5322 and MIME) with the text of its attachments, including nested emails.
 * @throws AppError `document_unreadable` if it is not an email or cannot be parsed
 */
export async function readMail(bytes: Uint8Array, readers: PartReaders): Promise<Mail> {
  return await readNested(bytes, readers, MAX_DEPTH, { left: MAX_ATTACHMENTS });
}

async function readNested(
  bytes: Uint8Array,
  readers: PartReaders,
  depth: number,
  budget: Budget,
): Promise<Mail> {
  const mail = await parse(bytes);
  const attachments: MailAttachment[] = [];
  for (const attachment of mail.attachments.filter(isAttached)) {
    attachments.push(...(await readAttachment(attachment, readers, depth, budget)));
  }
  return {
    subject: cleanLine(mail.subject ?? ""),
    from: nameOf(mail.from ?? mail.sender),
    sent_at: dateOf(mail.date),
    message_id: mail.messageId ?? null,
    text: await bodyOf(mail, readers),
    attachments,
  };
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    const mail = await PostalMime.parse(bytes, PARSING);
    const { from, sender, subject, date, messageId } = mail;
    if ([from, sender, subject, date, messageId].some((header) => header !== undefined))
      return mail;
  } catch (cause) {
    const detail = "The email cannot be read; save it again as an .eml file and send that.";
    throw new AppError("document_unreadable", detail, { cause });
  }
  throw new AppError(
    "document_unreadable",
    "This is not an email: it has neither a sender nor a subject nor a date.",
  );
}

/** Returns the author's text. Prefers HTML to plain text, because it has the structure of a report. */
async function bodyOf({ html, text }: Email, readers: PartReaders): Promise<string> {
  const plain = cleanText(text ?? "").trim();
  if (html === undefined) return plain;
  const page = { bytes: new TextEncoder().encode(html), contentType: "text/html; charset=utf-8" };
  try {
    return (await readers.html("", page)).text.trim();
  } catch (error) {
    if (error instanceof AppError && error.code === "document_empty") return plain;
    throw error;
  }
}

/** Returns whether an attachment counts. Inline images, such as signature logos, do not. */
function isAttached({ mimeType, related, disposition }: Attachment): boolean {
  return !(mimeType.startsWith("image/") && (related === true || disposition === "inline"));
}

async function readAttachment(
  { filename, mimeType, content }: Attachment,
  readers: PartReaders,
  depth: number,
  budget: Budget,
): Promise<MailAttachment[]> {
  const name = cleanLine(filename ?? "").slice(0, MAX_NAME_CHARS) || "without a name";
  if (budget.left === 0) return [{ name, text: null, reason: TOO_MANY }];
  budget.left -= 1;
  const bytes = bytesOf(content);
  const isOutlooks = /^winmail\.dat$/i.test(name);
  const hidden = HIDDEN[isOutlooks ? "application/ms-tnef" : mimeType];
  if (hidden !== undefined) return [{ name, text: null, reason: hidden }];
  try {
    if (mimeType === "message/rfc822" || /\.eml$/i.test(name)) {
      return await readInner(name, bytes, readers, depth, budget);
    }
    const { text } = await readers.document("", { bytes, filename: filename ?? "" });
    return [{ name, text, reason: null }];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ name, text: null, reason: error.message }];
  }
}

/** Reads a nested email: its subject and text, then its attachments. */
async function readInner(
  name: string,
  bytes: Uint8Array,
  readers: PartReaders,
  depth: number,
  budget: Budget,
): Promise<MailAttachment[]> {
  if (depth === 0) return [{ name, text: null, reason: TOO_DEEP }];
  const { subject, text, attachments } = await readNested(bytes, readers, depth - 1, budget);
  const whole = [subject, text].filter((part) => part !== "").join("\n\n");
  return [{ name, text: whole, reason: null }, ...attachments];
}

function bytesOf(content: Attachment["content"]): Uint8Array {
  if (typeof content === "string") return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

function nameOf(address: Address | undefined): string | null {
  const name = cleanLine(address?.name ?? "") || cleanLine(address?.address ?? "");
  return name === "" ? null : name.slice(0, MAX_NAME_CHARS);
}

function dateOf(date: string | undefined): string | null {
  const ms = Date.parse(date ?? "");
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
