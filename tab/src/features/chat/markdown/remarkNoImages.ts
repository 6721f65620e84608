import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { getHost } from './links.rules.ts';
import { replaceNodes, type TreeNode } from './markdownTree.ts';

/**
 * Converts every image to a link. A browser fetches an image when it renders, and its address could leak text of the
 * conversation to another host; a link needs a click.
 */
export function remarkNoImages(): (tree: TreeNode) => void {
  return (tree) => {
    const addresses = findDefinitions(tree);
    const addressOf = (node: TreeNode) => node.url ?? addresses.get(node.identifier ?? '') ?? '';
    replaceNodes(tree, (node) => {
      if (isImage(node)) return [createLink(addressOf(node), node.alt)];
      // Links cannot be nested; inside a link, an image becomes its alt text.
      if (isLink(node)) replaceNodes(node, (inner) => (isImage(inner) ? [createAltText(inner.alt)] : undefined));
      return undefined;
    });
  };
}

function isImage({ type }: TreeNode): boolean {
  return type === 'image' || type === 'imageReference';
}

function isLink({ type }: TreeNode): boolean {
  return type === 'link' || type === 'linkReference';
}

/** Like every link, it is shown with its host. */
function createLink(address: string, alt: string | null | undefined): TreeNode {
  const altText = createAltText(alt);
  return getHost(address) === null ? altText : { type: 'link', url: address, children: [altText] };
}

function createAltText(alt: string | null | undefined): TreeNode {
  return { type: 'text', value: [alt, chatTexts.imageNotLoaded].filter(Boolean).join(' ') };
}

function findDefinitions(tree: TreeNode): Map<string, string> {
  const found = new Map<string, string>();
  replaceNodes(tree, (node) => {
    if (node.type === 'definition' && node.identifier && node.url) found.set(node.identifier, node.url);
    return undefined;
  });
  return found;
}
