import { UsageError } from "./cli-error.ts";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns the origin of a server.
 * @throws UsageError if the address is invalid, or credentials would cross a network unencrypted
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
