import type { Browser, Page } from "./browser.ts";

/**
 * Opens a page of the service as a user who is not logged in, and logs in at the provider; returns the page at the
 * end, with the whole way there.
 */
export async function logIn(browser: Browser, address: string, user: string): Promise<Page> {
  const asked = await browser.open(address);
  const consent = await browser.submit(asked, { login: user, password: "any" });
  // Asked once for a user and a client.
  const isAsked = consent.text.includes("<form");
  const arrived = isAsked ? await browser.submit(consent, {}) : consent;
  return { ...arrived, way: [asked, consent, arrived].flatMap(({ way }) => way) };
}

/** The address of the callback on the way to a page. */
export function callbackOf({ way }: Page): URL {
  const callback = way.find((address) => address.includes("/auth/callback?"));
  if (callback === undefined) throw new Error("There was no callback.");
  return new URL(callback);
}

/** Logs out at the service and at the provider, and returns the last page. */
export async function logOut(browser: Browser, service: string): Promise<Page> {
  const response = await browser.call(`${service}/auth/logout`, { method: "POST" });
  const { location } = (await response.json()) as { location: string };
  const page = await browser.open(new URL(location, service).href);
  return page.text.includes("<form") ? await browser.submit(page, { logout: "yes" }) : page;
}
