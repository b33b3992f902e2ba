import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Capture } from "../../../src/exchange/capture/schema.ts";
import { ingestSmallRelease, request, requestJson } from "../../support/service.ts";
import {
  attached,
  base64,
  bytesOf,
  docx,
  html,
  inner,
  mail,
  multipart,
  part,
  pdf,
  quotedPrintable,
  text,
  utf8,
  word,
} from "../../support/mails.ts";

const SENTENCE = "The actor ran a macro that loaded Emotet.";
const RUSSIAN = "Отчёт о группе, которая крадёт пароли.";
const CHINESE = "攻击者使用钓鱼邮件投放木马。";

const send = async (body: BodyInit) =>
  await requestJson<Capture & { code?: string; detail?: string }>("/api/pipeline/intake/capture", {
    method: "POST",
    headers: { "Content-Type": "message/rfc822" },
    body,
  });
const sendMail = async (content: string) => await send(bytesOf(content));
const textOf = async (id: string) =>
  await (await request(`/api/pipeline/intake/${id}/text`)).text();
const reportOf = async (id: string) => (await requestJson(`/api/pipeline/intake/${id}`)).body;

beforeAll(ingestSmallRelease);

const encoded = (content: string, encoding: string) =>
  part(
    ["Content-Type: text/plain; charset=utf-8", `Content-Transfer-Encoding: ${encoding}`],
    content,
  );
const deep = (levels: number): string =>
  levels === 0 ? mail(text("at the bottom")) : mail(multipart("mixed", [inner(deep(levels - 1))]));

/** Emails that are added, each with a text that the report then has. */
const READ: Record<string, [mail: string, found: string]> = {
  "plain text": [mail(text(SENTENCE)), SENTENCE],
  "text without a content type": [mail(part([], SENTENCE)), SENTENCE],
  "lines that end with LF alone": [mail(text(SENTENCE)).replaceAll("\r\n", "\n"), SENTENCE],
  "text in base64": [mail(encoded(base64(utf8(RUSSIAN)), "base64")), RUSSIAN],
  "text in quoted-printable": [
    mail(encoded(quotedPrintable(utf8(CHINESE)), "quoted-printable")),
    CHINESE,
  ],
  "quoted-printable with soft line breaks": [
    mail(encoded("The actor ran a ma=\r\ncro.", "quoted-printable")),
    "The actor ran a macro.",
  ],
  "quoted-printable with bytes that are none": [
    mail(encoded("100=ZZ of =E9", "quoted-printable")),
    "100",
  ],
  "base64 with line noise": [mail(encoded("VGhlIG*FjdG9y==", "base64")), "The "],
  "an encoding that nobody knows": [mail(encoded(SENTENCE, "x-none")), SENTENCE],
  "7bit with bytes of 8 bits": [mail(encoded(utf8(RUSSIAN), "7bit")), RUSSIAN],
  "KOI8-R": [mail(text("\xcf\xd4\xde\xa3\xd4", "koi8-r")), "отчёт"],
  "Windows-1251": [mail(text("\xee\xf2\xf7\xb8\xf2", "windows-1251")), "отчёт"],
  "ISO-8859-1": [mail(text("r\xe9seau", "iso-8859-1")), "réseau"],
  "ISO-8859-2": [mail(text("\xbeivot", "iso-8859-2")), "život"],
  "Windows-1256": [mail(text("\xca\xde\xd1\xed\xd1", "windows-1256")), "تقرير"],
  GB18030: [mail(text("\xb1\xa8\xb8\xe6", "gb18030")), "报告"],
  Big5: [mail(text("\xb3\xf8\xa7i", "big5")), "報告"],
  Shift_JIS: [mail(text("\x95\xf1\x8d\x90", "shift_jis")), "報告"],
  "ISO-2022-JP": [mail(text("\x1b$BJs9p\x1b(B", "iso-2022-jp")), "報告"],
  "EUC-JP": [mail(text("\xca\xf3\xb9\xf0", "euc-jp")), "報告"],
  "EUC-KR": [mail(text("\xba\xb8\xb0\xed", "euc-kr")), "보고"],
  "a charset that nobody knows": [mail(text(SENTENCE, "x-klingon")), SENTENCE],
  "HTML alone": [mail(html(`<p>${RUSSIAN}</p><script>alert(1)</script>`)), RUSSIAN],
  "HTML beside plain text": [
    mail(multipart("alternative", [text("Turn on HTML."), html(`<h1>A</h1><p>${SENTENCE}</p>`)])),
    SENTENCE,
  ],
  "HTML without a text, beside plain text": [
    mail(multipart("alternative", [text(SENTENCE), html("<img src='cid:logo'>")])),
    SENTENCE,
  ],
  "HTML with a picture within it": [
    mail(
      multipart("related", [
        html(`<p>${SENTENCE}</p><img src="cid:logo">`),
        part(["Content-Type: image/png", "Content-ID: <logo>", "Content-Disposition: inline"], "x"),
      ]),
    ),
    SENTENCE,
  ],
  "a PDF": [
    mail(
      multipart("mixed", [text("See below."), attached("a.pdf", "application/pdf", pdf(SENTENCE))]),
    ),
    SENTENCE,
  ],
  "a PDF and no text": [
    mail(multipart("mixed", [attached("a.pdf", "application/pdf", pdf(SENTENCE))])),
    SENTENCE,
  ],
  "a PDF that is called a stream of bytes": [
    mail(multipart("mixed", [attached("a.pdf", "application/octet-stream", pdf(SENTENCE))])),
    SENTENCE,
  ],
  "a DOCX": [
    mail(multipart("mixed", [text("-"), attached("a.docx", "application/msword", docx(SENTENCE))])),
    SENTENCE,
  ],
  "an attached HTML page": [
    mail(multipart("mixed", [text("-"), attached("a.html", "text/html", `<p>${SENTENCE}</p>`)])),
    SENTENCE,
  ],
  "an attached text in UTF-16": [
    mail(multipart("mixed", [text("-"), attached("a.txt", "text/plain", "\xff\xfeH\0i\0")])),
    "Hi",
  ],
  "a file name in Russian": [
    mail(multipart("mixed", [text("-"), attached(word("Отчёт.txt"), "text/plain", utf8(RUSSIAN))])),
    "Отчёт.txt",
  ],
  "a forwarded mail": [
    mail(multipart("mixed", [text("FYI"), inner(mail(text(SENTENCE)))])),
    SENTENCE,
  ],
  "a forwarded mail with a PDF": [
    mail(
      multipart("mixed", [
        text("FYI"),
        inner(
          mail(
            multipart("mixed", [text("-"), attached("b.pdf", "application/pdf", pdf(SENTENCE))]),
          ),
        ),
      ]),
    ),
    SENTENCE,
  ],
  "a forwarded mail as a file": [
    mail(
      multipart("mixed", [
        text("FYI"),
        attached("b.eml", "application/octet-stream", mail(text(SENTENCE))),
      ]),
    ),
    SENTENCE,
  ],
  "emails in emails": [deep(3), "at the bottom"],
  "a signed mail": [
    mail(
      multipart("signed", [
        text(SENTENCE),
        attached("smime.p7s", "application/pkcs7-signature", "0"),
      ]),
    ),
    SENTENCE,
  ],
  "a mailing list's footer": [
    mail(multipart("mixed", [text(SENTENCE), text("-- \nThe list")])),
    SENTENCE,
  ],
  "a subject in Russian": [mail(text(SENTENCE), [`Subject: ${word("Отчёт по группе")}`]), SENTENCE],
  "a boundary that never ends": [mail(multipart("mixed", [text(SENTENCE)], false)), SENTENCE],
  "an empty part": [mail(multipart("mixed", [text(SENTENCE), part([], "")])), SENTENCE],
  "headers that are folded": [
    mail(text(SENTENCE), ["Subject: A report\r\n  on two lines"]),
    SENTENCE,
  ],
  "a header without a colon": [mail(text(SENTENCE), ["This is no header"]), SENTENCE],
  "no date, no id and no sender": [`Subject: Bare\r\n\r\n${SENTENCE} Bare.`, SENTENCE],
  "a date that is none": [mail(text(SENTENCE), ["Date: tomorrow"]), SENTENCE],
  "NUL and lone surrogates": [mail(text("a\0b \xed\xa0\x80 c")), "c"],
};

/** Emails that are refused, with what the sender is told. */
const REFUSED: Record<string, [mail: string, status: number, detail: RegExp]> = {
  "an email of 20 MB at the edge, where an isolate has 128": [
    mail(text("word ".repeat(4_000_000))),
    413,
    /larger than the limit of 10 MiB/,
  ],
  "nothing at all": ["", 422, /not an email/],
  "what is no email": ["\x89PNG\r\n\x1a\n\0\0", 422, /not an email/],
  "a page": ["<!doctype html><p>Hi", 422, /not an email/],
  "an email without a text": [mail(text("")), 422, /no text/],
  "winmail.dat alone": [
    mail(multipart("mixed", [attached("winmail.dat", "application/ms-tnef", "\x78\x9f\x3e\x22")])),
    422,
    /winmail\.dat: Outlook's own format/,
  ],
  "an encrypted mail": [
    mail(
      multipart("encrypted", [
        part(["Content-Type: application/pgp-encrypted"], "Version: 1"),
        attached("encrypted.asc", "application/octet-stream", "-----BEGIN PGP MESSAGE-----"),
      ]),
    ),
    422,
    /encrypted\.asc/,
  ],
  "parts in parts without end": [
    `${mail(Array.from({ length: 100 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`).join("\r\n"))}\r\n`,
    422,
    /cannot be read/,
  ],
  "headers without end": [
    `${"X-Long: a\r\n".repeat(40_000)}\r\n${SENTENCE}`,
    422,
    /cannot be read/,
  ],
  "a text that is too long": [mail(text("word ".repeat(210_000))), 413, /characters/],
};

describe("an email that is sent to the intake", () => {
  it("comes in fifty forms and more", () => {
    expect(Object.keys(READ).length + Object.keys(REFUSED).length).toBeGreaterThanOrEqual(50);
  });

  it.each(Object.entries(READ))("lands once: %s", async (_name, [sent, found]) => {
    const first = await sendMail(sent);
    expect([first.status, first.body.outcome]).toEqual([201, "created"]);
    expect(await textOf(first.body.report_id)).toContain(found);
    const again = await sendMail(sent);
    expect([again.status, again.body.outcome]).toEqual([200, "known"]);
    expect(again.body.report_id).toBe(first.body.report_id);
  });

  it.each(Object.entries(REFUSED))("is refused: %s", async (_name, [sent, status, detail]) => {
    const answer = await sendMail(sent);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toMatch(detail);
  });
});

describe("what becomes of an email", () => {
  it("is a pending report with sender, date and what it names", async () => {
    const sent = mail(text("It used T1566 and hxxp://bad-host[.]xyz/a"), [
      `Subject: ${word("Недельный обзор\u202e")}`,
      `From: ${word("Анна")} <ann@example.org>`,
    ]);
    const { body } = await sendMail(sent);
    expect(body.title).toBe("Недельный обзор (email of 2026-11-27)");
    const report = await reportOf(body.report_id);
    expect(report).toMatchObject({
      title: body.title,
      status: "pending",
      publisher: "Анна",
      published_at: "2026-11-27T09:00:00.000Z",
      technique_ids: ["T1566"],
    });
    expect(report["observable_ids"]).not.toEqual([]);
  });

  it("is recorded once, however often and at the same time it is sent", async () => {
    const sent = mail(text(SENTENCE));
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await sendMail(sent)));
    expect(new Set(answers.map(({ body }) => body.report_id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const { results } = await env.WORKSPACE_DB.prepare(
      "select action from audit where object_id = ?",
    )
      .bind(answers[0]?.body.report_id)
      .all();
    expect(results).toEqual([{ action: "intake.create" }]);
  });

  it("has a digest of each week, under the same subject", async () => {
    const subject = "Subject: Weekly digest of an agency";
    const first = await sendMail(mail(text("Week one."), [subject]));
    const next = ["Date: Fri, 4 Dec 2026 10:00:00 +0000", subject];
    const second = await sendMail(mail(text("Week two."), next));
    expect([first.status, second.status]).toEqual([201, 201]);
  });

  it("names what of it is not read, and why", async () => {
    const sent = mail(
      multipart("mixed", [
        text(SENTENCE),
        attached("winmail.dat", "application/ms-tnef", "x"),
        attached("run\u0007.exe", "application/octet-stream", "MZ\0\0"),
        attached("long.txt", "text/plain", "a ".repeat(499_990)),
        attached("short.txt", "text/plain", "fits"),
      ]),
    );
    const { body } = await sendMail(sent);
    expect(body.attachments).toEqual([
      { name: "winmail.dat", is_read: false, reason: expect.stringContaining("TNEF") },
      { name: "run .exe", is_read: false, reason: expect.stringContaining(".exe") },
      { name: "long.txt", is_read: false, reason: expect.stringContaining("send it apart") },
      { name: "short.txt", is_read: true, reason: null },
    ]);
  });

  it("has at most 50 attachments and four emails within each other", async () => {
    const many = Array.from({ length: 60 }, (_, n) => attached(`${n}.txt`, "text/plain", `n${n}`));
    const { body } = await sendMail(mail(multipart("mixed", [text(SENTENCE), ...many])));
    expect(body.attachments.filter((one) => one.is_read)).toHaveLength(50);
    expect(body.attachments[59]?.reason).toContain("first 50");
    const nested = await sendMail(deep(7));
    expect(nested.body.attachments.at(-1)?.reason).toContain("within each other");
  });
});
