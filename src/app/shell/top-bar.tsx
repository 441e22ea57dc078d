/** The bar of the demonstration or of test mode. */
import { DemoBar } from "./demo-bar.tsx";
import { TestBar } from "./test-bar.tsx";

/** @param mailboxPath where the demonstration's mail lands; undefined in test mode */
export default function TopBar({ mailboxPath }: { mailboxPath: string | undefined }) {
  return mailboxPath ? <DemoBar mailboxPath={mailboxPath} /> : <TestBar />;
}
