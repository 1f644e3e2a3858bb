// Loaded before every program, and plain JavaScript: an older Node.js could not even read the rest.
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `Anamnesis needs Node.js ${NEEDED} or later and was started with ${process.versions.node}.\n` +
      'It brings one along: install it with "npm ci", without --omit=optional and with install scripts allowed.\n',
  );
  process.exit(1);
}
