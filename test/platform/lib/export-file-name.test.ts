import { describe, expect, it } from "vitest";
import { exportFileName } from "../../../src/platform/lib/export-file-name.ts";

const ID = "01a20207-acb1-7144-9a40-63567fd046fe";
const nameOf = (title: string | null) =>
  exportFileName(title, ID, { fallback: "analysis", extension: "pdf" });

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
    expect(exportFileName(null, other, options)).not.toBe(exportFileName(null, ID, options));
  });
});
