/**
 * A loader for the string tables of react-aria. Each table has 34 languages. The shop uses one of them, so the loader
 * keeps only the en-US line, which keeps the others out of every dialog's code.
 */
export default function englishOnly(source) {
  const english = /^import (\S+) from ("[^"]*en-US\.mjs");$/m.exec(source);
  const exported = /^export \{(\S+) as default\};$/m.exec(source);
  if (!english || !exported)
    throw new Error("react-aria's string tables have another form than this loader knows");
  return `import ${english[1]} from ${english[2]};\nvar ${exported[1]} = { "en-US": ${english[1]} };\nexport {${exported[1]} as default};\n`;
}
