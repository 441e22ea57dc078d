/** Lint rules of this repository, for oxlint: rules without a clock, comments in plain words. */

type Node = { readonly type: string; readonly [key: string]: unknown };
type Comment = { readonly value: string; readonly loc: { readonly start: Place; readonly end: Place } };
type Place = { readonly line: number; readonly column: number };
type Context = {
  readonly sourceCode: { readonly lines: readonly string[]; getAllComments(): readonly Comment[] };
  report(problem: { node?: Node; loc?: Comment["loc"]; message: string }): void;
};

const isNamed = (node: unknown, name: string) => {
  const { type, name: own } = node as Node;
  return type === "Identifier" && own === name;
};

/** `Date.now`, `Math.random`, `Date()` and `new Date()`. */
const noClock = {
  create(context: Context) {
    const refuse = (node: Node) =>
      context.report({
        node,
        message: "A rule knows no clock and no random source: take the instant or the number as an argument.",
      });
    return {
      MemberExpression(node: Node) {
        const isNow = isNamed(node.object, "Date") && isNamed(node.property, "now");
        if (isNow || (isNamed(node.object, "Math") && isNamed(node.property, "random"))) refuse(node);
      },
      NewExpression(node: Node) {
        if (isNamed(node.callee, "Date") && (node.arguments as unknown[]).length === 0) refuse(node);
      },
      CallExpression(node: Node) {
        if (isNamed(node.callee, "Date")) refuse(node);
      },
    };
  },
};

const VAGUE = /\b(?:whoever|somebody|nobody|anybody|everybody)\b/i;
const WIDTH = 110;

/** Comments name their subject and fit in 110 characters. */
const plainComments = {
  create(context: Context) {
    return {
      Program() {
        const { lines } = context.sourceCode;
        for (const { value, loc } of context.sourceCode.getAllComments()) {
          const [word] = VAGUE.exec(value) ?? [];
          if (word !== undefined) context.report({ loc, message: `Name the subject instead of "${word}".` });
          const own = lines.slice(loc.start.line - 1, loc.end.line);
          const startsLine = own[0]?.slice(0, loc.start.column).trim() === "";
          // A line that only holds an address cannot be wrapped.
          if (startsLine && own.some((line) => line.length > WIDTH && !/https?:\/\/\S+$/.test(line)))
            context.report({ loc, message: `Wrap comments at ${WIDTH} characters.` });
        }
      },
    };
  },
};

export default { meta: { name: "concours" }, rules: { "no-clock": noClock, "plain-comments": plainComments } };
