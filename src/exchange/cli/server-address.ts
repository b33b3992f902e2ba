import { UsageError } from "./cli-error.ts";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The origin of a server.
 * @throws UsageError when the address is none, or credentials would cross a network in the open
 */
export function serverOrigin(address: string, option: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `${option} must be the address of a service, such as https://cti.example.org.`,
    );
  }
  if (url.protocol !== "https:" && !LOOPBACK.test(url.hostname)) {
    throw new UsageError(`${option} must begin with https://, because credentials are sent along.`);
  }
  return url.origin;
}
