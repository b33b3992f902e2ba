import { describe, expect, it } from "vitest";
import { FAULT_HEADER, throwFaults } from "../../../src/platform/outbound/egress-fault.ts";

const answering = (response: Response) => throwFaults(async () => response);

describe("a network whose faults are marked", () => {
  it("answers what a host answers", async () => {
    const response = new Response("words", { status: 502 });
    expect(await answering(response)("https://example.org/")).toBe(response);
  });

  it.each([
    ["transient", true],
    ["final", false],
  ])("throws a fault that is %s", async (value, transient) => {
    const response = new Response("The proxy sleeps.", {
      status: 502,
      headers: { [FAULT_HEADER]: value },
    });
    await expect(answering(response)("https://example.org/")).rejects.toMatchObject({
      name: "OutboundError",
      message: "The proxy sleeps.",
      transient,
    });
  });
});
