import { describe, expect, it } from "vitest";
import { defineRoute } from "../../../src/platform/http/router.ts";

describe("defineRoute", () => {
  it("does not compile without a role", () => {
    // @ts-expect-error -- every route names who may call it
    const route = defineRoute({ method: "get", path: "/api/nobody", responses: {} });
    expect(route.path).toBe("/api/nobody");
  });

  it("says the role in the description of the route", () => {
    const route = defineRoute({ method: "get", path: "/api/x", role: "admin", responses: {} });
    expect(route).toMatchObject({ "x-required-role": "admin" });
  });
});
