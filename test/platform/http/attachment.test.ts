import { describe, expect, it } from "vitest";
import { attachmentHeaders } from "../../../src/platform/http/attachment.ts";

describe("the name of a file in a header", () => {
  it("is sent in ASCII, and as it is where that is not all", () => {
    expect(attachmentHeaders("a-b.csv")).toEqual({
      "Content-Disposition": 'attachment; filename="a-b.csv"',
    });
    expect(attachmentHeaders("Ü-1.pdf", "inline")).toEqual({
      "Content-Disposition": `inline; filename="_-1.pdf"; filename*=UTF-8''%C3%9C-1.pdf`,
    });
  });
});
