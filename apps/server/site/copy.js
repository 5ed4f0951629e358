// Gives each example that can be used as it stands a button that copies it.

/** @param {ParentNode} root */
export function addCopyButtons(root) {
  for (const example of root.querySelectorAll('[data-copy]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      button.textContent = (await copy(example)) ? 'Copied' : 'Select the text to copy it';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2_000);
    });
    example.before(button);
  }
}

/** Browsers give pages without TLS no clipboard; there the text is selected and copied as by the keyboard. */
async function copy(example) {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(example.textContent).then(
      () => true,
      () => copySelected(example),
    );
  }
  return copySelected(example);
}

function copySelected(example) {
  getSelection()?.selectAllChildren(example);
  return document.execCommand('copy');
}

addCopyButtons(document);
