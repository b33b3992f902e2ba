import { MISP_SERVER_KEY, MispServer } from "../misp-server.ts";
import { serveRequests } from "../../../scripts/demo/serve-requests.ts";

/** A MISP server on loopback. */
export class MispStandIn extends MispServer {
  #served = { url: "", close: (): void => undefined };

  async listen(): Promise<void> {
    this.#served = await serveRequests(this.fetch);
  }

  close(): void {
    this.#served.close();
  }

  get origin(): string {
    return this.#served.url;
  }

  /** What lets a service send reports here. */
  get settings(): Record<string, string> {
    return {
      MISP_URL: this.origin,
      SERVER_CREDENTIALS: JSON.stringify({ [this.origin]: { key: MISP_SERVER_KEY } }),
    };
  }
}
