import { afterAll, expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { WebhookReceiver } from "../support/node/webhook-receiver.ts";

const tests = useConsole({ ALLOW_PRIVATE_SOURCES: "true" });
const receiver = new WebhookReceiver();

tests.before(async () => await receiver.listen());
afterAll(() => receiver.close());

it("a webhook is added, tested, sent to again, and deleted", async () => {
  const page = await tests.open("/admin/webhooks");
  await page.getByText("There are no webhooks yet.").waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Add webhook" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Оперативный центр 安全中心");
  await page.keyboard.press("Tab");
  await page.keyboard.type(`${receiver.url}/a-secret-path`);
  expect(await barriersOf(page)).toEqual([]);
  await page.keyboard.press("Enter");

  const secret = page.getByRole("region", { name: "New secret" });
  expect(await secret.locator("code").textContent()).toMatch(/^whsec_/);
  await secret.getByRole("button", { name: "Copy the secret" }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await secret.getByRole("button", { name: "Close" }).click();
  expect(await page.content()).not.toMatch(/whsec_|a-secret-path/);

  receiver.answer = (response) => void response.writeHead(410).end();
  await page.getByRole("button", { name: /^Test: / }).click();
  await page.getByText("Disabled: The receiver answered HTTP 410").waitFor();
  await page.getByRole("link", { name: "Оперативный центр 安全中心" }).click();
  await page.getByRole("heading", { name: /^Deliveries to/ }).waitFor();
  await page.getByText(/answers with HTTP 410\.$/).waitFor();
  expect(await barriersOf(page)).toEqual([]);

  receiver.answer = (response) => void response.writeHead(204).end();
  await page.getByRole("button", { name: /^Enable: / }).click();
  await page.getByRole("button", { name: "Resend all 1 dead" }).click();
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByRole("button", { name: /^Resend: Test/ }).click();
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);

  await page.getByRole("button", { name: /^Delete: / }).click();
  await page.getByRole("button", { name: /^Delete with all deliveries/ }).click();
  await page.getByText("There are no webhooks yet.").waitFor();
});
