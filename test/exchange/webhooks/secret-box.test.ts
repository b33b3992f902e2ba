import { describe, expect, it } from "vitest";
import { SecretBox } from "../../../src/exchange/webhooks/secret-box.ts";

const OLD = "the key of yesterday, which is long enough";
const NEW = "the key of today, which is long enough, too";
const TEXT = "https://hooks.example.com/секрет";

describe("the box of secrets", () => {
  it("opens what it sealed, for the same object alone", async () => {
    const box = new SecretBox(OLD);
    const sealed = await box.seal(TEXT, "a");
    expect(sealed).not.toContain("hooks");
    expect(await box.open(sealed, "a")).toBe(TEXT);
    expect(await box.open(sealed, "b")).toBeNull();
    expect(await box.seal(TEXT, "a")).not.toBe(sealed);
  });

  it("opens what the previous key sealed, and says that it is not current", async () => {
    const sealed = await new SecretBox(OLD).seal(TEXT, "a");
    const box = new SecretBox(NEW, OLD);
    expect(await box.open(sealed, "a")).toBe(TEXT);
    expect(await box.isCurrent(sealed)).toBe(false);
    expect(await box.isCurrent(await box.seal(TEXT, "a"))).toBe(true);
  });

  it("answers null for another key and for what was changed", async () => {
    const sealed = await new SecretBox(OLD).seal(TEXT, "a");
    expect(await new SecretBox(NEW).open(sealed, "a")).toBeNull();
    expect(await new SecretBox(OLD).open(sealed.slice(0, -3), "a")).toBeNull();
    expect(await new SecretBox(OLD).open("nonsense", "a")).toBeNull();
  });
});
