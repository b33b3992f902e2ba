import { afterAll, beforeAll, expect, it } from "vitest";
import { attached, bytesOf, mail, multipart, text } from "../support/mails.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const folder = preparedFolder();
let service: RunningService;
beforeAll(async () => {
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const send = async (content: string) =>
  await fetch(`${service.url}/api/pipeline/intake/capture`, {
    method: "POST",
    headers: { "Content-Type": "message/rfc822" },
    body: bytesOf(content),
  });

it("a mail of 20 MB lands once, while others are answered", async () => {
  const large = attached("large.txt", "text/plain", "word ".repeat(180_000));
  const ballast = attached("ballast.bin", "application/octet-stream", "\0".repeat(14_000_000));
  const sent = mail(multipart("mixed", [text("They used T1566."), large, ballast]));
  expect(sent.length).toBeGreaterThan(20_000_000);
  const sending = send(sent);
  const health = await fetch(`${service.url}/api/health`);
  expect(health.status).toBe(200);
  const first = await sending;
  expect(first.status).toBe(201);
  expect(await first.json()).toMatchObject({
    outcome: "created",
    attachments: [
      { name: "large.txt", is_read: true },
      { name: "ballast.bin", is_read: false },
    ],
  });
  expect(await (await send(sent)).json()).toMatchObject({ outcome: "known" });
});

it("a mail beyond the limit is refused", async () => {
  const answer = await send(mail(text("x".repeat(27_000_000))));
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ code: "body_too_large" });
});
