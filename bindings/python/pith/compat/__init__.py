"""Stand-ins for other extractors: one import is changed, the calls stay.

    from pith.compat.trafilatura import extract, bare_extraction, extract_metadata
    from pith.compat.readability import Document

Arguments that have no meaning for pith are accepted and ignored, as each module
says; results differ as the extractors do.
"""
