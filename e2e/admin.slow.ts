/** Every screen of the back office, on a phone in dark mode and on a desktop in light mode. */
import { inject } from "vitest";
import { expectAccessibleInBoth } from "./accessible.fixture.ts";
import { visitEveryScreen } from "./admin-screens.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

journey("axe finds nothing on any screen of the back office, in both windows and their colours", async ({ visit }) => {
  const page = await visit();
  await signIn(page, inject("shop"));
  await visitEveryScreen(page, () => expectAccessibleInBoth(page));
});
