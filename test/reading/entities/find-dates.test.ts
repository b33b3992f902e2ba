import { describe, expect, it } from "vitest";
import { findDates } from "../../../src/reading/entities/find-dates.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../../src/text/sentences/sentences.ts";

function datesIn(text: string): string[] {
  return findDates(text, splitSentences(outlineText(text))).map(({ date, end, role, mentions }) => {
    for (const { start, end: to, text: printed } of mentions) {
      expect(text.slice(start, to)).toBe(printed);
    }
    return [role, date, ...(end === null ? [] : [end])].join(" ");
  });
}

describe("dates of the activity", () => {
  it.each([
    ["Between May and July 2020 the intruders attacked banks.", "activity 2020-05 2020-07"],
    ["From 3 May 2020 to 9 July 2020 they stole mail.", "activity 2020-05-03 2020-07-09"],
    ["They were active from April 1, 2022, to March 31, 2023.", "activity 2022-04-01 2023-03-31"],
    ["Active since at least 2019, the group targets ministries.", "activity 2019"],
    ["In March 2021, they exploited a mail server.", "activity 2021-03"],
    ["In early 2020 the intrusions began.", "activity 2020"],
    ["The malware was deployed on Sept. 14th, 2021.", "activity 2021-09-14"],
    ["On 2021-09-14 the intruders encrypted all files.", "activity 2021-09-14"],
    ["On 14/09/2021 the intruders encrypted all files.", "activity 2021-09-14"],
    ["On 09.09.2021 the intruders encrypted all files.", "activity 2021-09-09"],
    ["Between 2018 and\n2020 the attackers used it.", "activity 2018 2020"],
    ["From July 2020 to present, attacks were seen.", "activity 2020-07"],
    ["In March 2026 the actor sent e-mails to ministries.", "activity 2026-03"],
    ["In March 2026, APT29 registered new domains.", "activity 2026-03"],
    ["In May 2026, an unknown actor published changed versions of a package.", "activity 2026-05"],
    ["19 May 2026, 14:10 UTC: the actor creates a token.", "activity 2026-05-19"],
    ["2026-05-19 – the group logged in to the mail server.", "activity 2026-05-19"],
    ["2021年3月5日，攻击者利用漏洞入侵了服务器。", "activity 2021-03-05"],
    ["2021年3月，攻击者窃取了数据。", "activity 2021-03"],
    ["В марте 2021 года злоумышленники атаковали банки.", "activity 2021-03"],
    ["Атака началась 5 мая 2021 года.", "activity 2021-05-05"],
  ])("%j", (text, expected) => {
    expect(datesIn(text)).toEqual([expected]);
  });

  it.each([
    "On 03/05/2021 the intruders encrypted all files.",
    "On 31 February 2021 the intruders encrypted all files.",
    "The vendor released a patch in March 2021 for the exploited flaw.",
    "It was published in March 2021 by others, with an attack as its matter.",
    "They attacked 2019 hosts.",
    "They may attack the march of 2021 demonstrators.",
    "In March the weather was fine.",
    "The intruders came in March.",
    "See https://blog.example/in-2021 on the attack in 2021.",
    "Hosts should be patched against attacks of the kind seen in 2021.",
    "19 May 2026: the vendor closes the flaw.",
    "Our researchers published the actor's malware in May 2026.",
  ])("takes none from %j", (text) => {
    expect(datesIn(text)).toEqual([]);
  });

  it("come by time, each once with its mentions", () => {
    const text =
      "In 2021 they attacked again. In May 2019 they attacked first. In 2021, they stole mail.";
    expect(datesIn(text)).toEqual(["activity 2019-05", "activity 2021"]);
    const [, later] = findDates(text, splitSentences(outlineText(text)));
    expect(later?.count).toBe(2);
    expect(later?.mentions.map(({ text: words }) => words)).toEqual(["In 2021", "In 2021"]);
  });
});

describe("dates of the report", () => {
  it.each([
    [
      "Original release date: March 17, 2021 | Last revised: May 20, 2021SummaryThis is a text.",
      ["published 2021-03-17", "revised 2021-05-20"],
    ],
    ["Product ID: AA23-165A\nJune 14, 2023\nCo-Authored by: all", ["published 2023-06-14"]],
    ["A title\nPublished on 2024-02-07 by us", ["published 2024-02-07"]],
    ["A title\nUpdated: 7 February 2024\n\nText.", ["revised 2024-02-07"]],
    ["发布时间：2023-04-05\n正文", ["published 2023-04-05"]],
    ["A title\n03/05/2021\nText", []],
    ["A title\nWe met on 7 February 2024 for tea.", []],
  ])("%j", (text, expected) => {
    expect(datesIn(text)).toEqual(expected);
  });

  it("stand near its beginning", () => {
    expect(datesIn(`${"Much was said before that.\n".repeat(200)}June 14, 2023\n`)).toEqual([]);
  });
});
