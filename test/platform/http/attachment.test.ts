import { describe, expect, it } from "vitest";
import { attachmentHeaders, exportName } from "../../../src/platform/http/attachment.ts";

const ID = "01a20207-acb1-7144-9a40-63567fd046fe";
const nameOf = (title: string | null) =>
  exportName(title, ID, { fallback: "analysis", extension: "pdf" });

describe("the name of an export", () => {
  it.each([
    ["APT29 returns: mail & more", "APT29-returns-mail-more-63567fd046fe.pdf"],
    [null, "analysis-63567fd046fe.pdf"],
    ["...", "analysis-63567fd046fe.pdf"],
    ["../../etc/passwd", "etc-passwd-63567fd046fe.pdf"],
    ['a"; filename="b\r\nX: y', "a-filename-b-X-y-63567fd046fe.pdf"],
    ["Отчёт 港口", "Отчёт-港口-63567fd046fe.pdf"],
    ["fdp.\u202Eexe", "fdp.-exe-63567fd046fe.pdf"],
    ["x".repeat(200), `${"x".repeat(80)}-63567fd046fe.pdf`],
    ["👩‍👩‍👧".repeat(3), "👩-👩-👧👩-👩-👧👩-👩-👧-63567fd046fe.pdf"],
    ["\uD800lone", "\uFFFDlone-63567fd046fe.pdf"],
  ])("%j -> %s", (title, name) => {
    expect(nameOf(title)).toBe(name);
  });

  it("tells sessions of one minute apart", () => {
    const other = ID.replace("63567fd046fe", "63567fd046ff");
    const options = { fallback: "analysis", extension: "pdf" };
    expect(exportName(null, other, options)).not.toBe(exportName(null, ID, options));
  });

  it("is sent in ASCII, and as it is where that is not all", () => {
    expect(attachmentHeaders("a-b.csv")).toEqual({
      "Content-Disposition": 'attachment; filename="a-b.csv"',
    });
    expect(attachmentHeaders("Ü-1.pdf", "inline")).toEqual({
      "Content-Disposition": `inline; filename="_-1.pdf"; filename*=UTF-8''%C3%9C-1.pdf`,
    });
  });
});
