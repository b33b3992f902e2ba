import { expect, it } from "vitest";
import { writeConfig } from "../../src/selfhost/runtime/config.ts";

it("has workerd collect garbage without helper threads, which can wait for each other", () => {
  const layout = {
    host: "127.0.0.1",
    port: 0,
    dataDir: "/data",
    controlSocket: "/data/run/control.sock",
    readersSocket: "/data/run/readers.sock",
    hostSocket: "/data/run/host.sock",
    egress: null,
    settingNames: [],
  };
  expect(writeConfig(layout, "/data/run")).toContain(
    'v8Flags = ["--single-threaded-gc", "--expose-gc"]',
  );
});
