/** The result page with a forged address. */
import { arriveSignedIn } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { expectNothing } from "./unpaid-result.fixture.ts";

journey("a forged address shows nothing either", async ({ visit }) => {
  const page = await visit();
  await arriveSignedIn(page, "/");
  await expectNothing(page, "/success?success=true&session_id=cs_test_forged", ["CONC-"]);
});
