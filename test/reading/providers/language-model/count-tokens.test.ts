import { describe, expect, it } from "vitest";
import {
  estimateTokens,
  leastTokens,
} from "../../../../src/reading/providers/language-model/count-tokens.ts";

/** Texts with the fewest and most tokens that GPT-4, GPT-4o, Llama 3, Llama 2 and Mistral make of them. */
const MEASURED: [string, string, number, number][] = [
  [
    "English",
    "The operators sent a spreadsheet to the finance department, waited for two days, and then used the stolen password to log on to the mail gateway. From there they moved to the file server, packed the folders of the legal team with 7-Zip, and uploaded the archive to a rented machine.",
    60,
    67,
  ],
  [
    "Chinese",
    "攻击者向财务部门发送了一份电子表格，等待两天后使用窃取的密码登录邮件网关，随后转移到文件服务器并上传了压缩文件。",
    41,
    76,
  ],
  [
    "Russian",
    "Операторы отправили таблицу в финансовый отдел, подождали два дня и вошли в почтовый шлюз с украденным паролем. Затем они перешли на файловый сервер и выгрузили архив.",
    49,
    78,
  ],
  [
    "a list of indicators",
    [
      "198.51.100.23",
      "203.0.113.77:8443",
      "update.example.net",
      "hxxps://cdn[.]example[.]org/a/b.php?id=7",
      "3f786850e387550fdab836ed7e6dc881de23001b",
      String.raw`C:\Users\Public\svch0st.exe`,
      String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`,
    ].join("\n"),
    87,
    128,
  ],
  [
    "the lines of a table",
    "| --------------------------- | ------------------------------------ |\n".repeat(20),
    140,
    221,
  ],
];

describe.each(MEASURED)("tokens of %s", (_, text, fewest, most) => {
  it("are at least the lower bound, with room for vocabularies of several words", () => {
    expect(leastTokens(text)).toBeLessThan(fewest * 0.67);
  });

  it("are at most the estimate", () => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(most);
  });
});

it("the lower bound is half of what English costs, so that a prompt cut in half is noticed", () => {
  const [, text = "", fewest = 0] = MEASURED[0] ?? [];
  expect(leastTokens(text)).toBeGreaterThan(fewest / 2);
});
