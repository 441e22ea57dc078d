/** After each file of journeys: everything that must be true of the shop's database at any moment is true. */
import { afterAll, inject } from "vitest";
import { expectInvariantsHold } from "./books.fixture.ts";

afterAll(() => expectInvariantsHold(inject("shop")));
