"""What follows the end of articles, for run_tails.py: readers' remarks in ten languages and appeals. Written for this test."""

# Names, and remarks of one reader each; no element around them has a telling name.
REMARKS = {
    "en": (["Walter", "Ines P.", "oldsailor", "Greta"], ["I was there last year and it looked quite different then.", "Nobody asks what this costs the people who live next door.",
           "Thanks, that explains it better than the evening news did!", "You forgot the second bridge, it was closed as well."]),
    "de": (["Hannes", "Frau Holm", "mops77", "Jutta"], ["Das haben sie vor zehn Jahren auch schon versprochen.", "Bei uns im Ort kommt davon leider gar nichts an.",
           "Schöner Text, aber die Zahlen stimmen so nicht ganz.", "Ich wohne um die Ecke und kann das nur bestätigen."]),
    "fr": (["Luc", "Mireille", "vieux_loup", "Anaïs"], ["On nous dit la même chose depuis des années.", "Et qui va payer tout cela, encore une fois ?",
           "Merci pour ces précisions, je ne le savais pas.", "Chez nous le bus ne passe même plus le dimanche."]),
    "es": (["Paco", "Marisol", "el_gato", "Nuria"], ["Yo estuve allí y no fue así, ni mucho menos.", "Siempre prometen lo mismo antes del verano.",
           "Muy bien contado, aunque falta hablar del precio.", "En mi barrio llevamos tres meses esperando."]),
    "it": (["Gianni", "Teresa", "nonno55", "Ilaria"], ["Sono passato ieri e il cantiere era ancora chiuso.", "Belle parole, ma i treni restano in ritardo.",
           "Finalmente qualcuno che lo dice chiaramente!", "Da noi il problema è un altro, credetemi."]),
    "pl": (["Marek", "Zofia", "stary_wilk", "Ola"], ["Byłem tam w zeszłym tygodniu i nic się nie zmieniło.", "A kto za to wszystko znowu zapłaci?",
           "Dziękuję, bardzo ciekawie napisane.", "U nas na wsi nikt o tym nawet nie słyszał."]),
    "ru": (["Семён", "Ольга", "дядя_фёдор", "Нина"], ["Был там в прошлом году, всё выглядело иначе.", "А платить за это опять будем мы с вами.",
           "Спасибо, наконец-то понятно объяснили.", "У нас во дворе третий месяц ждут ремонта."]),
    "el": (["Νίκος", "Ελένη", "ναύτης", "Μαρία"], ["Τα ίδια μας έλεγαν και πριν από δέκα χρόνια.", "Και ποιος θα τα πληρώσει όλα αυτά;",
           "Ευχαριστώ, πολύ καλά γραμμένο.", "Στη γειτονιά μας ακόμα περιμένουμε."]),
    "zh": (["老王", "小雨", "过客", "阿明"], ["去年我去过那里，情况完全不一样。", "最后还不是我们老百姓来买单。", "写得很清楚，谢谢作者。", "我们小区等了三个月还没有人来修。"]),
    "ja": (["たけし", "ゆき", "通りすがり", "はな"], ["去年行きましたが、だいぶ様子が違いました。", "結局だれがその費用を払うのでしょうか。", "とても分かりやすい説明でした。", "うちの近所ではまだ何も始まっていません。"]),
}

APPEALS = [
    ("Stay in the picture", ["Our letter goes out every Friday, with the best of the week and a word from the editor.", "You can leave the list whenever you like, with one click."]),
    ("Help us go on", ["You read this free of charge because others have paid for it. Give what you can, once or every month.",
                       "Each contribution goes into the work of our reporters, not into advertising."]),
    ("About this paper", ["We have reported from the valley since 1921. Twelve people work in our office, and forty more write for us.",
                          "Mistakes are corrected in the text itself; write to the editor if you find one."]),
    ("Unterstützen Sie uns", ["Unsere Arbeit kostet Geld. Mit einem Abo sichern Sie, dass auch morgen noch jemand nachfragt.", "Vier Wochen lesen Sie zur Probe, danach entscheiden Sie."]),
    ("Restez informé", ["Recevez chaque matin notre lettre avec l’essentiel de la région.", "Votre adresse ne sera jamais transmise à personne."]),
]
