def known : Op;
