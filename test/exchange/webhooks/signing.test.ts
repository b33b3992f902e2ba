import { describe, expect, it } from "vitest";
import { newSecret, signatureHeaders } from "../../../src/exchange/webhooks/signing.ts";

const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const AT = "2021-02-25T15:02:10.400Z";
const FIRST = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const SECOND = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

const PLAIN = '{"test": 2432232314}';
const OTHER_SCRIPTS =
  '{"type":"intake.created","timestamp":"2026-11-28T10:00:00.000Z","data":{"title":"Отчёт о «Буре» — 关于威胁的报告"}}';

/** What version 1.0.0 of the npm package `standardwebhooks` answers for the same arguments. */
const RECORDED = [
  [FIRST, PLAIN, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="],
  [SECOND, PLAIN, "v1,hK4CWvngkaAwjY1pABLuUbOIkEJjW9tAapq1no4ojG0="],
  [FIRST, OTHER_SCRIPTS, "v1,qtPy6Cxav6gJkEofm9JPsQqYvBjnv6le3dOHc9cgdGo="],
  [SECOND, OTHER_SCRIPTS, "v1,qX6fwf8pMWhIIbTLaKauzQ8Q8LlIOoBcXukiTqRmbTw="],
] as const;

describe("the signature of a webhook", () => {
  it.each(RECORDED)("is that of the reference library: %s %s", async (secret, body, signature) => {
    expect(await signatureHeaders({ id: ID, at: AT, body }, [secret])).toEqual({
      "webhook-id": ID,
      "webhook-timestamp": "1614265330",
      "webhook-signature": signature,
    });
  });

  it("is one for each secret while a secret is replaced, the new one first", async () => {
    const headers = await signatureHeaders({ id: ID, at: AT, body: PLAIN }, [SECOND, FIRST]);
    expect(headers["webhook-signature"]).toBe(`${RECORDED[1][2]} ${RECORDED[0][2]}`);
  });

  it("is made with a secret of 256 random bits", () => {
    expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret()).not.toBe(newSecret());
  });
});
