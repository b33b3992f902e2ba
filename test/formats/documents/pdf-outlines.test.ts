import { describe, expect, it } from "vitest";
import { readPdf } from "../../../src/formats/documents/read-pdf.ts";
import { drawPdf, type Placed } from "../../support/documents/draw-pdf.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import { PagePen } from "../../support/documents/report-pages.ts";
import { expectSound, showOutline } from "../../support/documents/show-outline.ts";

const outlineOf = async (...pages: readonly (readonly Placed[])[]) => {
  const { text, blocks } = await readPdf(await drawPdf(pages), LIMITS);
  expectSound({ text, blocks });
  return showOutline({ text, blocks }).map((line, at) => `${blocks[at]?.page} ${line}`);
};

const headAndFoot = (page: number): Placed[] => [
  { x: 72, y: 765, text: "Threat report 7", size: 9, font: "regular" },
  { x: 470, y: 765, text: "Example Research", size: 9, font: "bold" },
  { x: 300, y: 30, text: `Page ${page} of 4`, size: 9, font: "regular" },
];

describe("the outline of a report", () => {
  const cover = new PagePen(500)
    .heading(28, "The long winter of a", "ransomware crew")
    .write(["What it did in five networks"], { size: 16 })
    .write(["12 May 2026"]);
  const first = new PagePen()
    .heading(20, "1. Summary")
    .paragraph(
      "The crew entered five networks between January and March. In each of them it",
      "took files before it encrypted the hosts.",
    )
    .paragraph("Nobody paid.")
    .heading(20, "INITIAL ACCESS AND WHAT FOLLOWED FROM IT IN", "THE FIVE NETWORKS")
    .heading(16, "Phishing, and where it led.")
    .paragraph("Mails with a link to a page that looked like the portal of the victim were sent to")
    .item("•", 0, "three persons of the first victim, none of whom had a second", "factor")
    .item("•", 0, "all persons of the others:")
    .item("o", 1, "from a domain that was registered the same day")
    .item("o", 1, "from the mailbox of a partner")
    .item("•", 0, "one person by telephone")
    .heading(13, "Recommendations for readers who were written to by the crew.")
    .item("1.", 0, "Tell your help desk.")
    .item("2.", 0, "Change the password.")
    .write(
      [
        "After the crew had the password it logged in to the portal for remote work, and",
        "it looked for the hosts on which backups are kept, which took it no more than",
      ],
      { space: 0 },
    );
  const second = new PagePen()
    .write(["two hours in each of the five networks."])
    .heading(16, "Tools")
    .table(
      [72, 180, 300],
      [
        [["Tool"], ["Technique"], ["Use"]],
        [
          ["Mimikatz"],
          ["T1003.001"],
          ["Passwords of the first host, and", "of the domain controller"],
        ],
        [["Rclone"], ["T1567.002"], ["Files to a cloud, at night, in", "small parts"]],
        [["PsExec"], ["T1569.002"], ["The encryption of all hosts"]],
      ],
    )
    .paragraph("No other tool was seen.");
  const third = new PagePen()
    .heading(20, "References")
    .paragraph("All sources are with the authors.");
  const pages = [cover, first, second, third].map(({ pieces }, at) =>
    at === 0 ? pieces : [...headAndFoot(at + 1), ...pieces],
  );

  it("has its cover, three levels of headings, lists, a table and sentences over pages", async () => {
    expect(await outlineOf(...pages)).toEqual([
      "1 heading1: The long winter of a⏎ransomware crew",
      "1 heading3: What it did in five networks",
      "1 paragraph: 12 May 2026",
      "2 heading2: 1. Summary",
      "2 paragraph: The crew entered five networks between January and March. In each of them it⏎took files before it encrypted the hosts.",
      "2 paragraph: Nobody paid.",
      "2 heading2: INITIAL ACCESS AND WHAT FOLLOWED FROM IT IN⏎THE FIVE NETWORKS",
      "2 heading3: Phishing, and where it led.",
      "2 paragraph: Mails with a link to a page that looked like the portal of the victim were sent to",
      "2 item1: • three persons of the first victim, none of whom had a second⏎factor",
      "2 item1: • all persons of the others:",
      "2 item2: o from a domain that was registered the same day",
      "2 item2: o from the mailbox of a partner",
      "2 item1: • one person by telephone",
      "2 heading4: Recommendations for readers who were written to by the crew.",
      "2 item1: 1. Tell your help desk.",
      "2 item1: 2. Change the password.",
      "2 paragraph: After the crew had the password it logged in to the portal for remote work, and⏎it looked for the hosts on which backups are kept, which took it no more than⏎two hours in each of the five networks.",
      "2 furniture: Threat report 7 Example Research",
      "2 furniture: Page 2 of 4",
      "3 heading3: Tools",
      "3 row: Tool | Technique | Use",
      "3 row: Mimikatz | T1003.001 | Passwords of the first host, and⏎of the domain controller",
      "3 row: Rclone | T1567.002 | Files to a cloud, at night, in⏎small parts",
      "3 row: PsExec | T1569.002 | The encryption of all hosts",
      "3 paragraph: No other tool was seen.",
      "3 furniture: Threat report 7 Example Research",
      "3 furniture: Page 3 of 4",
      "4 heading2: References",
      "4 paragraph: All sources are with the authors.",
      "4 furniture: Threat report 7 Example Research",
      "4 furniture: Page 4 of 4",
    ]);
  });

  it("is the same where heads and feet are drawn last", async () => {
    const last = pages.map((pieces, at) =>
      at === 0 ? pieces : [...pieces.slice(3), ...headAndFoot(at + 1)],
    );
    expect(await outlineOf(...last)).toEqual(await outlineOf(...pages));
  });
});

describe("headings in the size of the text", () => {
  it("are bold, alone on their lines and apart", async () => {
    const page = new PagePen()
      .write(["Persistence and what it needs"], { font: "bold" })
      .paragraph("A service was made on each host, and it started with the system.")
      .write(["2.1 Credentials"], { font: "bold", space: 0 })
      .paragraph(
        "They were read from memory, and those of the service accounts were found in scripts",
        "that everybody in the domain could open.",
      );
    const { pieces } = page;
    const run = new PagePen(560);
    run.write(["Note."], { font: "bold", space: 0 });
    const beside: Placed = {
      x: 108,
      y: 560,
      text: "The rest is not known.",
      size: 11,
      font: "regular",
    };
    run
      .write(["In short."], { font: "italic" })
      .write(
        ["Warning: do not pay. It helps nobody, and there is no key that would open the files"],
        {
          font: "bold",
          space: 0,
        },
      )
      .write(["again. Call the police instead."], { font: "bold" })
      .paragraph(
        "They know the crew, and they have helped others that were asked to pay by it before,",
        "as did the teams of two other countries.",
      );
    expect(
      await outlineOf([...pieces, run.pieces[0] ?? beside, beside, ...run.pieces.slice(1)]),
    ).toEqual([
      "1 heading1: Persistence and what it needs",
      "1 paragraph: A service was made on each host, and it started with the system.",
      "1 heading1: 2.1 Credentials",
      "1 paragraph: They were read from memory, and those of the service accounts were found in scripts⏎that everybody in the domain could open.",
      "1 paragraph: Note. The rest is not known.",
      "1 paragraph: In short.",
      "1 paragraph: Warning: do not pay. It helps nobody, and there is no key that would open the files⏎again. Call the police instead.",
      "1 paragraph: They know the crew, and they have helped others that were asked to pay by it before,⏎as did the teams of two other countries.",
    ]);
  });

  it("are in capitals where nothing else shows them", async () => {
    const page = new PagePen()
      .paragraph("The actor left the network on the third day of the month, after it was seen.")
      .write(["DETECTION"], { space: 2 })
      .paragraph("Look for new services with random names of eight letters on all of your hosts.");
    expect(await outlineOf(page.pieces)).toEqual([
      "1 paragraph: The actor left the network on the third day of the month, after it was seen.",
      "1 heading1: DETECTION",
      "1 paragraph: Look for new services with random names of eight letters on all of your hosts.",
    ]);
  });
});

describe("an article in two columns", () => {
  it("is read one column after the other, its sentences whole", async () => {
    const left = new PagePen(640).paragraph(
      "The group has been active since the",
      "year 2019 and sends mails with many",
      "attachments on each working day to",
      "offices in seven countries, mostly in",
    );
    const right = new PagePen(640, 330)
      .paragraph(
        "the morning. It rents servers by the",
        "hour and drops each of them after it",
        "was used.",
      )
      .paragraph("Payments are made in coins.");
    const title = new PagePen(700).heading(18, "A group of early risers");
    expect(await outlineOf([...title.pieces, ...left.pieces, ...right.pieces])).toEqual([
      "1 heading1: A group of early risers",
      "1 paragraph: The group has been active since the⏎year 2019 and sends mails with many⏎attachments on each working day to⏎offices in seven countries, mostly in⏎the morning. It rents servers by the⏎hour and drops each of them after it⏎was used.",
      "1 paragraph: Payments are made in coins.",
    ]);
  });
});

describe("a printed web page", () => {
  const edges = (page: number, pages: number): Placed[] => [
    { x: 24, y: 770, text: "5/12/26, 9:41 AM", size: 8, font: "regular" },
    { x: 220, y: 770, text: "How the crew works - Example Blog", size: 8, font: "regular" },
    { x: 24, y: 16, text: "https://blog.example/how-the-crew-works", size: 8, font: "regular" },
    { x: 570, y: 16, text: `${page}/${pages}`, size: 8, font: "regular" },
  ];
  const first = new PagePen()
    .heading(22, "How the crew works")
    .write(
      ["The crew opens a shell on the first host, and from it a second one on the server that"],
      { space: 0 },
    );
  const second = new PagePen(740)
    .write(["keeps the backups. It deletes them."])
    .paragraph("Then it encrypts.");
  const body = [
    "1 heading1: How the crew works",
    "1 paragraph: The crew opens a shell on the first host, and from it a second one on the server that⏎keeps the backups. It deletes them.",
    "2 paragraph: Then it encrypts.",
  ];

  it("keeps what the browser printed out of its sentences", async () => {
    const pages = [first, second].map(({ pieces }, at) => [...edges(at + 1, 2), ...pieces]);
    const outline = await outlineOf(...pages);
    expect(outline.filter((line) => !line.includes("furniture"))).toEqual(body);
    expect(outline.filter((line) => line.includes("furniture"))).toEqual(
      [1, 2].flatMap((page) => [
        `${page} furniture: 5/12/26, 9:41 AM How the crew works - Example Blog`,
        `${page} furniture: https://blog.example/how-the-crew-works ${page}/2`,
      ]),
    );
  });

  it("does so on a single page", async () => {
    const outline = await outlineOf([...first.pieces, ...edges(1, 1)]);
    expect(outline.map((line) => line.split(" ")[1])).toEqual([
      "heading1:",
      "paragraph:",
      "furniture:",
      "furniture:",
    ]);
  });
});

describe("other parts of a page", () => {
  it("are code in letters of one width, and labels of a chart apart from the text", async () => {
    const page = new PagePen()
      .paragraph("The script that follows was found on the server:")
      .write(["for host in hosts:", "copy(host)"], { font: "typewriter" })
      .paragraph("It copies itself.")
      .write(["2024"], { size: 8, indent: 40, space: 0 })
      .write(["2025"], { size: 8, indent: 140 })
      .paragraph("The number of victims grew in both years, as the chart above this line shows.");
    expect(await outlineOf(page.pieces)).toEqual([
      "1 paragraph: The script that follows was found on the server:",
      "1 code: for host in hosts:⏎copy(host)",
      "1 paragraph: It copies itself.",
      "1 paragraph: 2024",
      "1 paragraph: 2025",
      "1 paragraph: The number of victims grew in both years, as the chart above this line shows.",
    ]);
  });

  it("are furniture where a license line stands between the sentences of a single page", async () => {
    const license = "Licensed to Example Bank for internal use";
    const sentences = [
      "The actor sent mails with a link to a page, and on that page it asked for the",
      "password of the victim, which it used at once to log in to the portal and to",
      "look for hosts on which the backups of the network are kept by its staff.",
    ];
    const lines = sentences.flatMap((sentence) => [sentence, license]);
    expect(await outlineOf(new PagePen().paragraph(...lines).pieces)).toEqual([
      `1 paragraph: ${sentences.join("⏎")}`,
      ...sentences.map(() => `1 furniture: ${license}`),
    ]);
  });
});

describe("wrong characters of a PDF", () => {
  const pageOf = (...lines: string[]) => new PagePen().paragraph(...lines).pieces;
  const textOf = async (...lines: string[]) =>
    (await readPdf(await drawPdf([pageOf(...lines)]), LIMITS)).text;

  it("are the ligatures that several words of the document show", async () => {
    const lost = [
      "The a!ackers a!empted to read the con#guration, and wrote a le!er to the o$ce",
      "with the modi#ed #les and an identi#er of the o$cer; tra$c was wri!en down.",
    ];
    expect(await textOf(...lost)).toBe(
      [
        "The attackers attempted to read the configuration, and wrote a letter to the office",
        "with the modified files and an identifier of the officer; traffic was written down.",
      ].join("\n"),
    );
  });

  it("stay where too few words show what they are, or others speak against it", async () => {
    for (const line of [
      "One a!ack and no more.",
      'He said "no" and went; AT&T and R&D and Q&A and B&B stay.',
      "Files #left and #right, C# and F#; 5!3 and a!b, x!y, p!q, i!j, a!ack, a!empt, le!er",
    ]) {
      expect(await textOf(line)).toBe(line);
    }
  });

  it("are none of the words that all objects know", async () => {
    expect(await textOf("constructor", "__proto__")).toBe("constructor\n__proto__");
  });

  it("are the dots of technique ids", async () => {
    expect(await textOf("Run keys (T1547 001), T1059 003 and T1059 0031.")).toBe(
      "Run keys (T1547.001), T1059.003 and T1059 0031.",
    );
  });

  it("are the hyphens of words that are divided at the end of a line", async () => {
    const text = await textOf(
      "It was downloaded twice. A follow-up came, and then the file was down-",
      "loaded for a third time with the help of a follow-",
      "up and of CVE-",
      "2024-1234 from https://files.example/down-",
      "loaded for a multi-",
      "stage attack.",
    );
    expect(text).toContain("file was downloaded for a third");
    expect(text).toContain("a follow-\nup and of CVE-\n2024-1234");
    expect(text).toContain("example/down-\nloaded");
    expect(text).toContain("multi-\nstage");
  });
});
