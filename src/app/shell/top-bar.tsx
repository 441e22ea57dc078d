/** What stands above a shop that is not a real one: the demonstration's bar or that of test mode. A shop is never both. */
import { DemoBar } from "./demo-bar.tsx";
import { TestBar } from "./test-bar.tsx";

/** @param mailboxPath where the demonstration's mail lands; undefined in test mode */
export default function TopBar({ mailboxPath }: { mailboxPath: string | undefined }) {
  return mailboxPath ? <DemoBar mailboxPath={mailboxPath} /> : <TestBar />;
}
