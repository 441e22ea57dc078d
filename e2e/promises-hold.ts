/** After each file of journeys: everything that must be true of the shop's database at any moment is true. */
import { afterAll, inject } from "vitest";
import { expectPromisesHold } from "./books.fixture.ts";

afterAll(() => expectPromisesHold(inject("shop")));
